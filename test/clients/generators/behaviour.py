"""What the client for Python promises beside its calls. A signed webhook comes on standard input."""

import asyncio
import json
import sys
import time
from typing import Any, Callable, List

import httpx

import sonde._core as core
from sonde import AsyncSonde, Sonde, SondeError, SondeUnreachable, WebhookError, verify_webhook

waited: List[float] = []
core.time.sleep = waited.append  # type: ignore[assignment]


async def no_sleep(seconds: float) -> None:
    waited.append(seconds)


core.asyncio.sleep = no_sleep  # type: ignore[assignment]


def answering(*answers: Callable[[], Any]) -> "tuple[List[httpx.Request], httpx.MockTransport]":
    asked: List[httpx.Request] = []

    def handle(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        answer = answers[min(len(asked), len(answers)) - 1]()
        if isinstance(answer, Exception):
            raise answer
        return answer

    return asked, httpx.MockTransport(handle)


def refused(status: int, code: str, **headers: str) -> Callable[[], httpx.Response]:
    error = {"code": code, "message": "No.", "request_id": "r-1"}
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda: httpx.Response(status, json={"success": False, "error": error}, headers=names)


def page(data: Any, **more: Any) -> Callable[[], httpx.Response]:
    return lambda: httpx.Response(200, json={"success": True, "data": data, **more})


def client(transport: httpx.MockTransport) -> Sonde:
    return Sonde("http://sonde.test", api_key="k", http=httpx.Client(transport=transport))


def raises(kind: type, call: Callable[[], Any]) -> Any:
    try:
        call()
    except kind as error:
        return error
    raise AssertionError(f"{kind.__name__} was not raised")


def retries() -> None:
    asked, transport = answering(refused(503, "unavailable", retry_after="7"), page({"id": 1}))
    client(transport).competitors.create(name="Acme", domain="acme.example")
    keys = [request.headers["idempotency-key"] for request in asked]
    assert len(keys) == 2 and keys[0] == keys[1] and waited == [7.0], (keys, waited)
    lost, transport = answering(lambda: httpx.ReadError("lost"), page({}))
    error = raises(SondeUnreachable, lambda: client(transport).keys.create(name="ci", scopes=["signals"]))
    assert str(error) == "http://sonde.test cannot be reached (lost)" and isinstance(error.__cause__, httpx.ReadError)
    assert (error.status, error.code, len(lost)) == (0, "unavailable", 1)
    late, transport = answering(lambda: httpx.ReadTimeout(""))
    assert "(ReadTimeout)" in str(raises(SondeUnreachable, lambda: client(transport).signals.list()))
    assert len(late) == 3
    long, transport = answering(refused(429, "rate_limited", retry_after="3600"))
    error = raises(SondeError, lambda: client(transport).signals.list())
    assert (error.status, error.code, error.retry_after, len(long)) == (429, "rate_limited", 3600.0, 1)
    # An answer of something on the way.
    _, transport = answering(lambda: httpx.Response(502, text="<html>"))
    assert raises(SondeError, lambda: client(transport).status.get()).code == "unavailable"


def pages() -> None:
    asked, transport = answering(page([{"id": 1}, {"id": 2}], next_cursor="c"), page([{"id": 3}], next_cursor=None))
    assert [one["id"] for one in client(transport).signals.list_all(q="tea", source=["a", "b"])] == [1, 2, 3]
    assert asked[1].url.params["cursor"] == "c" and asked[1].url.params.get_list("source") == ["a", "b"]
    asked, transport = answering(page({"reports": [{"id": 1}, {"id": 2}], "total": 2}), page({"reports": [], "total": 2}))
    assert [one["id"] for one in client(transport).reports.list_all()] == [1, 2]
    assert asked[1].url.params["skip"] == "2"


def event(number: int) -> str:
    return f"id: {number}\nevent: event\ndata: {json.dumps({'id': number})}\n\n"


def stream(text: str) -> Callable[[], httpx.Response]:
    return lambda: httpx.Response(200, text=text, headers={"content-type": "text/event-stream"})


def events() -> None:
    whole = f"id: 4\n\n:\n\n{event(5)}{event(6)}id: 7\ndata: {{\"hal"
    asked, transport = answering(stream(whole), refused(503, "unavailable"), stream(event(7)))
    told = []
    for one in client(transport).watches.stream():
        told.append(one["id"])
        if len(told) == 3:
            break
    assert told == [5, 6, 7], told
    assert [request.headers.get("last-event-id") for request in asked] == [None, "6", "6"]
    _, transport = answering(refused(401, "key_deactivated"))
    raises(SondeError, lambda: next(client(transport).watches.stream()))


async def asynchronous() -> None:
    asked, transport = answering(refused(503, "unavailable"), page([{"id": 1}], next_cursor=None))
    async with AsyncSonde("http://sonde.test", http=httpx.AsyncClient(transport=transport)) as sonde:
        assert [one["id"] async for one in sonde.signals.list_all()] == [1]
    assert len(asked) == 2
    late, transport = answering(lambda: httpx.ConnectTimeout("late"))
    async with AsyncSonde("http://sonde.test", http=httpx.AsyncClient(transport=transport), retries=1) as sonde:
        try:
            await sonde.signals.list()
            raise AssertionError("It was not late.")
        except SondeUnreachable as error:
            assert isinstance(error.__cause__, httpx.ConnectTimeout) and len(late) == 2
    _, transport = answering(stream(event(5)), stream(event(6)))
    told = []
    async with AsyncSonde("http://sonde.test", http=httpx.AsyncClient(transport=transport)) as sonde:
        async for one in sonde.watches.stream():
            told.append(one["id"])
            if len(told) == 2:
                break
    assert told == [5, 6], told


def webhooks() -> None:
    given = json.load(sys.stdin)
    body, headers = given["body"], given["headers"]
    for secret in given["secrets"]:
        assert verify_webhook(body.encode(), headers, secret)["data"]["id"] == 7
        assert verify_webhook(body, {name.title(): value for name, value in headers.items()}, secret)["data"]["id"] == 7
    secret = given["secrets"][0]
    raises(WebhookError, lambda: verify_webhook(body.replace("7", "8"), headers, secret))
    raises(WebhookError, lambda: verify_webhook(body, {**headers, "webhook-id": "8"}, secret))
    raises(WebhookError, lambda: verify_webhook(body, {**headers, "webhook-signature": "v1,é v1a,x"}, secret))
    raises(WebhookError, lambda: verify_webhook(body, {}, secret))
    raises(WebhookError, lambda: verify_webhook(body, headers, "whsec_é"))
    raises(WebhookError, lambda: verify_webhook(body, headers, "whsec_" + "A" * 44))
    before = time.time
    core.time.time = lambda: before() + 301  # type: ignore[assignment]
    raises(WebhookError, lambda: verify_webhook(body, headers, secret))


retries()
pages()
events()
asyncio.run(asynchronous())
webhooks()
