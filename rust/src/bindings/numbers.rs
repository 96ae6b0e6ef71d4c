//! Arrays of numbers from Python: anything with a buffer (NumPy, Arrow, `array`) or any sequence of integers.

use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;

/// Numbers that were given as a buffer of the same type or as a sequence.
pub struct Numbers<T>(pub Vec<T>);

impl<'a, 'py, T> FromPyObject<'a, 'py> for Numbers<T>
where
    T: Element + for<'b> FromPyObject<'b, 'py, Error = PyErr>,
{
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(buffer) = PyBuffer::<T>::get(&object) {
            return buffer.to_vec(object.py()).map(Numbers);
        }
        object.try_iter()?.map(|item| item?.extract()).collect::<PyResult<_>>().map(Numbers)
    }
}
