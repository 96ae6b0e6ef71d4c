import pyarrow as pa
import pytest

from unmold.clusters.reused_memory import reused_memory


def cluster_and_fail() -> None:
    with reused_memory():
        assert pa.default_memory_pool().backend_name == "system"
        raise ValueError("stop")


def test_arrow_has_its_own_memory_again_afterwards() -> None:
    before = pa.default_memory_pool().backend_name
    with pytest.raises(ValueError, match="stop"):
        cluster_and_fail()
    assert pa.default_memory_pool().backend_name == before
