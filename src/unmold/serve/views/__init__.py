"""The pages of the web app: one module for each view, all rendered on the server."""

from fastapi import APIRouter

from unmold.serve.views import compare, drift, edits, page, records, search, site, template, trying

router = APIRouter(include_in_schema=False)
for view in (site, template, records, page, search, compare, trying, drift, edits):
    router.include_router(view.router)

__all__ = ["router"]
