"""Webhooks of Sonde, signed by Standard Webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from typing import Mapping, TypedDict, Union, cast

from ._generated import WatchEvent


class WebhookError(Exception):
    """Why a request is not taken for one of Sonde's."""


class WebhookMessage(TypedDict):
    """What a webhook of Sonde says."""

    type: str
    timestamp: str
    data: WatchEvent


def verify_webhook(
    body: Union[bytes, str], headers: Mapping[str, str], secret: str, *, tolerance: float = 300.0
) -> WebhookMessage:
    """Checks a request and gives its message.

    `body` is the body as it came, not parsed and written anew. A request that was sent long ago is refused, so that
    nobody can repeat it; `webhook-id` tells those apart that come twice.
    """
    given = {name.lower(): value for name, value in headers.items()}

    def header(name: str) -> str:
        value = given.get(name, "")
        if value == "":
            raise WebhookError(f"The header {name} is missing.")
        return value

    message_id, timestamp, signatures = (header(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookError("The timestamp is no number.")
    if abs(time.time() - int(timestamp)) > tolerance:
        raise WebhookError("The timestamp is too far from now.")
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except ValueError:
        key = b""
    if key == b"":
        raise WebhookError("The secret is not of the form whsec_….")
    text = body if isinstance(body, bytes) else body.encode()
    digest = hmac.new(key, f"{message_id}.{timestamp}.".encode() + text, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    if not any(hmac.compare_digest(expected, one.encode()) for one in signatures.split(" ")[:10]):
        raise WebhookError("No signature is right.")
    return cast(WebhookMessage, json.loads(text))
