"""Matches, seats and the log."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("data_hash", sa.String(32), nullable=False),
        sa.Column("spectator", sa.String(64), nullable=False, index=True),
        sa.Column("rematch_of", sa.String(32), unique=True),
        sa.Column("broken", sa.Text),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("side", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("token", sa.String(64), index=True),
    )
    op.create_table(
        "log",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("revision", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("side", sa.String(32), nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("rolls", sa.JSON, nullable=False),
        sa.Column("sealed", sa.Boolean, nullable=False),
        sa.Column("key", sa.String(64)),
        sa.Column("hash", sa.String(16), nullable=False),
        sa.Column("time", sa.Float, nullable=False),
        sa.UniqueConstraint("match", "key"),
    )


def downgrade() -> None:
    for table in ("log", "seats", "matches"):
        op.drop_table(table)
