"""Makes every call with a generated client: `calls.py <generator> <url>`, with the key in `SONDE_KEY` and the calls as JSON on
standard input.

It prints one status for each call, as JSON. A call that has no end is given up.
"""

import asyncio
import datetime
import importlib
import inspect
import json
import os
import re
import sys
from enum import Enum
from typing import Any, Dict

import httpx


def snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).replace(".", "_").replace("-", "_").lower()


def by_openapi_python_client(url: str, key: str, call: Dict[str, Any]) -> int:
    from opc import AuthenticatedClient, models

    client = AuthenticatedClient(
        base_url=url, token=key, prefix="", auth_header_name="X-API-Key", timeout=httpx.Timeout(20.0, read=20.0)
    )
    if call["stream"]:
        client = client.with_timeout(httpx.Timeout(1.0))
    module = importlib.import_module(f"opc.api.{call['tag'].lower().replace(' ', '_')}.{snake(call['id'])}")
    accepted = inspect.signature(module.sync_detailed).parameters
    given = {snake(name): value for part in call["params"].values() for name, value in part.items()}
    # A name of Python's own, such as all, ends in an underscore there.
    kwargs = {name if name in accepted else f"{name}_": value for name, value in given.items()}
    for name, value in kwargs.items():
        # Its enumerations are classes, and its days are dates.
        if "datetime.date" in str(accepted[name].annotation):
            kwargs[name] = datetime.date.fromisoformat(value)
        named = [getattr(models, one, None) for one in re.findall(r"\w+", str(accepted[name].annotation))]
        for one in named:
            if isinstance(one, type) and issubclass(one, Enum):
                kwargs[name] = one(value)
    if call["body"] is not None:
        kwargs["body"] = getattr(models, call["bodyName"]).from_dict(call["body"])
    return int(module.sync_detailed(client=client, **kwargs).status_code)


def arguments(call: Dict[str, Any]) -> Dict[str, Any]:
    params = call["params"]
    parts = {**params["path"], **params["query"], **params["header"], **(call["body"] or {})}
    return {name.replace("-", "_"): value for name, value in parts.items()}


def method(client: Any, call: Dict[str, Any]) -> Any:
    group, name = call["id"].split(".")
    calls = getattr(client, group)
    # A word of Python's own, such as import, ends in an underscore there.
    return getattr(calls, snake(name), None) or getattr(calls, f"{snake(name)}_")


def by_sonde(url: str, key: str, call: Dict[str, Any]) -> int:
    from sonde import Sonde, SondeError

    with Sonde(url, api_key=key, retries=0) as client:
        try:
            made = method(client, call)(**arguments(call))
            if not call["stream"]:
                json.dumps(made)
            return 200
        except SondeError as error:
            return error.status


async def by_async_sonde(url: str, key: str, call: Dict[str, Any]) -> int:
    from sonde import AsyncSonde, SondeError

    async with AsyncSonde(url, api_key=key, retries=0) as client:
        try:
            made = method(client, call)(**arguments(call))
            if not call["stream"]:
                await made
            return 200
        except SondeError as error:
            return error.status


def main() -> None:
    generator, url = sys.argv[1:]
    key = os.environ["SONDE_KEY"]
    statuses = {}
    for call in json.load(sys.stdin):
        try:
            if generator == "sonde":
                statuses[call["id"]] = by_sonde(url, key, call)
            elif generator == "async-sonde":
                statuses[call["id"]] = asyncio.run(by_async_sonde(url, key, call))
            else:
                statuses[call["id"]] = by_openapi_python_client(url, key, call)
        except httpx.ReadTimeout:
            statuses[call["id"]] = 200 if call["stream"] else 0
    print(json.dumps(statuses))


main()
