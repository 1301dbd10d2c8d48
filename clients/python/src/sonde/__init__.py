"""Client of Sonde, self-hosted market intelligence."""

from . import _generated as types
from ._core import SondeError, SondeUnreachable
from ._generated import AsyncSonde, Sonde
from .webhooks import WebhookError, verify_webhook

__all__ = ["AsyncSonde", "Sonde", "SondeError", "SondeUnreachable", "WebhookError", "types", "verify_webhook"]
