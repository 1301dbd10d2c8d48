"""Makes calls: address, credential, retries, errors, pages, events."""

from __future__ import annotations

import asyncio
import datetime
import email.utils
import json
import random
import time
import uuid
from typing import Any, AsyncIterator, Dict, Iterator, List, Mapping, NamedTuple, Optional, Tuple, TypedDict
from urllib.parse import quote

import httpx

_MOST_WAIT = 60.0
"""The longest time in seconds that a call waits for its turn; who is told to wait for longer gets the error."""

_PASSING = (0, 408, 429, 502, 503, 504)
"""Statuses of failures that pass; 0 is no answer at all."""

_MOST_CHARACTERS = 4_000_000
"""A line of a stream that is longer is not what Sonde sends."""


class Operation(NamedTuple):
    """A way to ask: what the generated methods are made from."""

    method: str
    path: str
    query: Tuple[str, ...] = ()
    headers: Tuple[str, ...] = ()
    body: Optional[Tuple[str, ...]] = None
    required: Tuple[str, ...] = ()
    idempotent: bool = False

    @property
    def repeatable(self) -> bool:
        """What is done twice when it is sent twice is sent again only if it was surely not done."""
        return self.idempotent or self.method in ("GET", "DELETE")


class _Fault(TypedDict):
    location: List[Any]
    message: str


class SondeError(Exception):
    """An answer that is no success."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        request_id: str,
        details: Optional[List[_Fault]] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(f"{status} {code}: {message} (request {request_id})")
        self.status = status
        self.code = code
        self.message = message
        self.request_id = request_id
        self.details = details or []
        self.retry_after = retry_after


class SondeUnreachable(SondeError):
    """No answer has come: refused, broken off or too late. `__cause__` is what httpx says of it, `status` is 0."""

    def __init__(self, url: str, cause: Exception) -> None:
        why = str(cause) or type(cause).__name__
        super().__init__(0, "unavailable", f"{url} cannot be reached ({why})", "unknown")
        self.args = (self.message,)
        self.__cause__ = cause


def _retry_after(headers: httpx.Headers) -> Optional[float]:
    text = headers.get("retry-after", "")
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        moment = email.utils.parsedate_to_datetime(text)
        return max((moment - datetime.datetime.now(datetime.timezone.utc)).total_seconds(), 0.0)
    except (TypeError, ValueError):
        return None


def _error(response: httpx.Response) -> SondeError:
    """The failure in an answer, which may be that of something on the way and no failure of Sonde."""
    retry_after = _retry_after(response.headers)
    try:
        error = response.json()["error"]
        code, message, request_id = error["code"], error["message"], error["request_id"]
        return SondeError(response.status_code, code, message, request_id, error.get("details"), retry_after)
    except (KeyError, TypeError, ValueError):
        code = "malformed_request" if response.status_code < 500 else "unavailable"
        message = response.text[:200] or response.reason_phrase
        request_id = response.headers.get("x-request-id", "unknown")
        return SondeError(response.status_code, code, message, request_id, None, retry_after)


def _backoff(attempt: int) -> float:
    """Half a second, one, two…, and up to a quarter more, so that clients don't come back all at once."""
    return float(min(0.5 * 2**attempt, 30.0) * (1 + random.random() / 4))


class _Base:
    def __init__(self, base_url: str, api_key: Optional[str], token: Optional[str], retries: int) -> None:
        self._base = base_url.rstrip("/")
        self._retries = retries
        self._credential: Dict[str, str] = {}
        if api_key is not None:
            self._credential["x-api-key"] = api_key
        if token is not None:
            self._credential["authorization"] = f"Bearer {token}"

    def _request(
        self, operation: Operation, values: Mapping[str, Any], accept: str, idempotency_key: Optional[str]
    ) -> Dict[str, Any]:
        path = operation.path
        for name, value in values.items():
            path = path.replace("{" + name + "}", quote(str(value), safe=""))
        query: List[Tuple[str, str]] = []
        for name in operation.query:
            value = values.get(name)
            if value is not None:
                several = value if isinstance(value, (list, tuple)) else [value]
                query.extend((name, str(one)) for one in several)
        headers = {**self._credential, "accept": accept}
        for name in operation.headers:
            if values.get(name) is not None:
                headers[name.replace("_", "-")] = str(values[name])
        if operation.idempotent:
            headers["idempotency-key"] = idempotency_key or str(uuid.uuid4())
        request: Dict[str, Any] = {
            "method": operation.method,
            "url": self._base + path,
            "params": query,
            "headers": headers,
        }
        if operation.body is not None:
            request["json"] = {
                name: values[name]
                for name in operation.body
                if values.get(name) is not None or name in operation.required
            }
        return request

    def _wait(self, operation: Operation, attempt: int, error: SondeError) -> float:
        """For how long to wait before the call is made again; raises the error if it is not."""
        passing = error.status == 429 or (operation.repeatable and error.status in _PASSING)
        seconds = max(error.retry_after or 0.0, _backoff(attempt))
        if not passing or attempt >= self._retries or seconds > _MOST_WAIT:
            raise error
        return seconds


def _wait_for_stream(attempt: int, error: Exception) -> float:
    """For how long to wait before a stream is opened again; raises what is a refusal and will not pass."""
    if isinstance(error, SondeError):
        if error.status not in _PASSING:
            raise error
        return max(error.retry_after or 0.0, _backoff(attempt))
    return _backoff(attempt)


class _Lines:
    """Server-Sent Events, by the rules of the HTML standard. One without data is told too: its id says where to go on."""

    def __init__(self) -> None:
        self._id = ""
        self._data: List[str] = []
        self._seen = False

    def take(self, line: str) -> Optional[Tuple[str, str]]:
        if len(line) > _MOST_CHARACTERS:
            raise ValueError("The stream sends a line that is too long.")
        if line == "":
            event = (self._id, "\n".join(self._data)) if self._seen else None
            self._data, self._seen = [], False
            return event
        field, _, text = line.partition(":")
        text = text[1:] if text.startswith(" ") else text
        if field == "id" and "\0" not in text:
            self._id, self._seen = text, True
        elif field == "data":
            self._data.append(text)
            self._seen = True
        return None


class _Pages:
    """The pages of a list, one after the other."""

    def __init__(self, by: str, member: Optional[str], values: Mapping[str, Any]) -> None:
        self._by = by
        self._member = member
        self.values: Dict[str, Any] = {name: value for name, value in values.items() if value is not None}
        self.values.setdefault("limit", 100)
        if by == "after":
            self.values.setdefault("after", 0)
        self.more = True

    def items(self, page: Any) -> List[Any]:
        items: List[Any] = page["data"] if self._member is None else page["data"][self._member]
        if self._by == "cursor":
            self.values["cursor"] = page.get("next_cursor")
            self.more = self.values["cursor"] is not None
        elif self._by == "after":
            self.more = len(items) > 0
            self.values["after"] = items[-1]["id"] if items else 0
        else:
            self.more = len(items) > 0
            self.values["skip"] = self.values.get("skip", 0) + len(items)
        return items


class Core(_Base):
    def __init__(
        self,
        base_url: str,
        *,
        api_key: Optional[str],
        token: Optional[str],
        retries: int,
        timeout: float,
        http: Optional[httpx.Client],
    ) -> None:
        super().__init__(base_url, api_key, token, retries)
        self._http = http or httpx.Client(timeout=timeout)

    def close(self) -> None:
        self._http.close()

    def _send(
        self, operation: Operation, values: Mapping[str, Any], accept: str, idempotency_key: Optional[str] = None
    ) -> httpx.Response:
        request = self._request(operation, values, accept, idempotency_key)
        attempt = 0
        while True:
            failed: SondeError
            try:
                response = self._http.request(**request)
                if response.is_success:
                    return response
                failed = _error(response)
            except httpx.RequestError as error:
                failed = SondeUnreachable(self._base, error)
            time.sleep(self._wait(operation, attempt, failed))
            attempt += 1

    def json(self, operation: Operation, values: Mapping[str, Any], idempotency_key: Optional[str] = None) -> Any:
        response = self._send(operation, values, "application/json", idempotency_key)
        return None if response.status_code == 204 else response.json()

    def text(self, operation: Operation, form: str, values: Mapping[str, Any]) -> str:
        return self._send(operation, values, form).text

    def all(self, operation: Operation, by: str, member: Optional[str], values: Mapping[str, Any]) -> Iterator[Any]:
        pages = _Pages(by, member, values)
        while pages.more:
            yield from pages.items(self.json(operation, pages.values))

    def events(self, operation: Operation, values: Mapping[str, Any]) -> Iterator[Any]:
        given = dict(values)
        attempt = 0
        while True:
            request = self._request(operation, given, "text/event-stream", None)
            try:
                with self._http.stream(**request, timeout=60.0) as response:
                    if not response.is_success:
                        response.read()
                        raise _error(response)
                    lines = _Lines()
                    for line in response.iter_lines():
                        event = lines.take(line)
                        if event is None:
                            continue
                        attempt = 0
                        if event[1] != "":
                            yield json.loads(event[1])
                        if event[0] != "":
                            given["last_event_id"] = event[0]
                time.sleep(_backoff(0))
            except (SondeError, httpx.RequestError) as error:
                time.sleep(_wait_for_stream(attempt, error))
                attempt += 1


class AsyncCore(_Base):
    def __init__(
        self,
        base_url: str,
        *,
        api_key: Optional[str],
        token: Optional[str],
        retries: int,
        timeout: float,
        http: Optional[httpx.AsyncClient],
    ) -> None:
        super().__init__(base_url, api_key, token, retries)
        self._http = http or httpx.AsyncClient(timeout=timeout)

    async def close(self) -> None:
        await self._http.aclose()

    async def _send(
        self, operation: Operation, values: Mapping[str, Any], accept: str, idempotency_key: Optional[str] = None
    ) -> httpx.Response:
        request = self._request(operation, values, accept, idempotency_key)
        attempt = 0
        while True:
            failed: SondeError
            try:
                response = await self._http.request(**request)
                if response.is_success:
                    return response
                failed = _error(response)
            except httpx.RequestError as error:
                failed = SondeUnreachable(self._base, error)
            await asyncio.sleep(self._wait(operation, attempt, failed))
            attempt += 1

    async def json(self, operation: Operation, values: Mapping[str, Any], idempotency_key: Optional[str] = None) -> Any:
        response = await self._send(operation, values, "application/json", idempotency_key)
        return None if response.status_code == 204 else response.json()

    async def text(self, operation: Operation, form: str, values: Mapping[str, Any]) -> str:
        return (await self._send(operation, values, form)).text

    async def all(
        self, operation: Operation, by: str, member: Optional[str], values: Mapping[str, Any]
    ) -> AsyncIterator[Any]:
        pages = _Pages(by, member, values)
        while pages.more:
            for item in pages.items(await self.json(operation, pages.values)):
                yield item

    async def events(self, operation: Operation, values: Mapping[str, Any]) -> AsyncIterator[Any]:
        given = dict(values)
        attempt = 0
        while True:
            request = self._request(operation, given, "text/event-stream", None)
            try:
                async with self._http.stream(**request, timeout=60.0) as response:
                    if not response.is_success:
                        await response.aread()
                        raise _error(response)
                    lines = _Lines()
                    async for line in response.aiter_lines():
                        event = lines.take(line)
                        if event is None:
                            continue
                        attempt = 0
                        if event[1] != "":
                            yield json.loads(event[1])
                        if event[0] != "":
                            given["last_event_id"] = event[0]
                await asyncio.sleep(_backoff(0))
            except (SondeError, httpx.RequestError) as error:
                await asyncio.sleep(_wait_for_stream(attempt, error))
                attempt += 1
