//! Readers of values for Python: what the texts of a column read as.

use std::collections::HashMap;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::error::{CoreError, Result};
use crate::values::{
    Address, Booleans, DateOrder, Months, Number, NumberFormat, Prices, Readers, Typed, ValueType, date_of,
};

/// The type of a column, as `unmold.values.ValueType` and the fields of templates have it.
#[derive(FromPyObject)]
pub struct PyValueType {
    #[pyo3(attribute("name"))]
    pub kind: String,
    pub number_format: String,
    pub date_order: String,
    pub currency: String,
}

/// The type that a name stands for.
pub fn value_type(kind: &str, number_format: &str, date_order: &str, currency: String) -> Result<ValueType> {
    let format = || match number_format {
        "point" => Ok(NumberFormat::Point),
        "comma" => Ok(NumberFormat::Comma),
        _ => Err(CoreError::usage(format!("no such decimal sign: {number_format}"))),
    };
    Ok(match kind {
        "number" => ValueType::Number(format()?),
        "price" => ValueType::Price(format()?, currency),
        "date" if date_order == "day-first" => ValueType::Date(DateOrder::DayFirst),
        "date" => ValueType::Date(DateOrder::MonthFirst),
        "boolean" => ValueType::Boolean,
        "url" | "image" => ValueType::Address,
        _ => ValueType::Text,
    })
}

/// The words that readers know: names of months, yes and no, currencies by sign and code, signs that several share.
#[pyclass(name = "ValueReaders", module = "unmold._core", frozen)]
pub struct PyReaders(pub Arc<Readers>);

#[pymethods]
impl PyReaders {
    #[new]
    fn new(
        months: HashMap<String, u8>,
        booleans: HashMap<String, bool>,
        signs: Vec<(String, String)>,
        codes: Vec<String>,
        shared: Vec<String>,
    ) -> Self {
        PyReaders(Arc::new(Readers {
            months: Months::new(months),
            booleans: Booleans::new(booleans),
            prices: Prices::new(signs, codes, shared),
        }))
    }

    /// What the texts of a column read as; None for one that does not read as its type.
    fn read<'py>(
        &self,
        py: Python<'py>,
        texts: Vec<String>,
        value_type: PyValueType,
        base: &str,
    ) -> Result<Vec<Bound<'py, PyAny>>> {
        let PyValueType { kind, number_format, date_order, currency } = value_type;
        let kind = self::value_type(&kind, &number_format, &date_order, currency)?;
        let mut address = Address::new(base);
        let mut read = |text: &String| match kind {
            ValueType::Text => Ok(PyString::new(py, text).into_any()),
            ValueType::Address => Ok(PyString::new(py, &address.join(text)).into_any()),
            _ => typed_value(py, self.0.read(text, &kind)),
        };
        texts.iter().map(|text| Ok(read(text)?)).collect()
    }
}

fn typed_value(py: Python<'_>, typed: Option<Typed>) -> PyResult<Bound<'_, PyAny>> {
    match typed {
        None => Ok(py.None().into_bound(py)),
        Some(Typed::Number(number)) => number_value(py, number),
        Some(Typed::Boolean(value)) => Ok(value.into_pyobject(py)?.to_owned().into_any()),
        Some(Typed::Date(day)) => {
            let (year, month, day) = date_of(day);
            Ok(PyString::new(py, &format!("{year:04}-{month:02}-{day:02}")).into_any())
        }
        Some(Typed::Price(price)) => {
            let dict = PyDict::new(py);
            dict.set_item("amount", number_value(py, price.amount)?)?;
            dict.set_item("currency", price.currency)?;
            Ok(dict.into_any())
        }
    }
}

fn number_value(py: Python<'_>, number: Number) -> PyResult<Bound<'_, PyAny>> {
    if number.is_whole {
        return Ok((number.value as i64).into_pyobject(py)?.into_any());
    }
    Ok(number.value.into_pyobject(py)?.into_any())
}
