"""The MCP SDK for Python as a client of a running service: SONDE_URL, SONDE_KEY. `npm test` runs it where Python has `mcp` (2.3)."""

import asyncio
import os

import httpx2
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client


async def main() -> None:
    url = os.environ.get("SONDE_URL", "http://localhost:4646") + "/mcp"
    async with (
        httpx2.AsyncClient(headers={"X-API-Key": os.environ["SONDE_KEY"]}) as http,
        streamable_http_client(url, http_client=http) as streams,
        ClientSession(streams[0], streams[1]) as session,
    ):
        await session.initialize()
        tools = (await session.list_tools()).tools
        assert len(tools) == 10, tools
        # The SDK holds the result against the tool's output schema.
        found = await session.call_tool("search", {"query": "news", "limit": 2})
        assert not found.is_error and "results" in found.structured_content, found
        prompt = await session.get_prompt("market_brief", {"niche": "oat milk"})
        assert "oat milk" in prompt.messages[0].content.text, prompt
        print("ok")


asyncio.run(main())
