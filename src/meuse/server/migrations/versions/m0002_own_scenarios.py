"""The text of players' own scenarios."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("matches", sa.Column("scenario_text", sa.Text, nullable=False, server_default=""))
    op.create_index("ix_matches_scenario", "matches", ["scenario"])


def downgrade() -> None:
    op.drop_index("ix_matches_scenario", "matches")
    op.drop_column("matches", "scenario_text")
