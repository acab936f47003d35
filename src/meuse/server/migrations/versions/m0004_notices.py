"""Where the holder of a seat is notified when it is his turn."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    for name in ("webhook", "email"):
        op.add_column("seats", sa.Column(name, sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    for name in ("webhook", "email"):
        op.drop_column("seats", name)
