//! Requests, whose fields are taken out one by one.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::io;

/// Why a request was not carried out.
pub(crate) enum Refusal {
    /// The worker can't do that, and never will.
    Unsupported(String),
    /// It should have worked, and did not, or is malformed.
    Failed(String),
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

pub(crate) type Fields = Map<String, Value>;

/// What a line asks for. In the end none of its fields may be left.
pub(crate) struct Request {
    pub id: i64,
    pub op: String,
    pub fields: Fields,
}

impl Request {
    /// Returns the request of a line; an error says what is wrong with one that can't be answered by its id.
    pub fn parse(line: &[u8]) -> Result<Self, Refusal> {
        let fields = serde_json::from_slice(line).map_err(|error| Refusal::Failed(error.to_string()))?;
        let mut request = Self { id: 0, op: String::new(), fields };
        request.id = request.take("id")?.ok_or_else(|| Refusal::Failed("no id, a whole number".into()))?;
        request.op = request.take("op")?.ok_or_else(|| Refusal::Failed("no op, a text".into()))?;
        Ok(request)
    }

    /// Takes the value of a field; None where the request does not have it.
    pub fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>, Refusal> {
        let value = self.fields.remove(name).map(serde_json::from_value).transpose();
        value.map_err(|error| Refusal::Failed(format!("{name}: {error}")))
    }

    /// Takes a switch, which is off where the request does not have it.
    pub fn is_on(&mut self, name: &str) -> Result<bool, Refusal> {
        Ok(self.take(name)?.unwrap_or(false))
    }

    /// Refuses a request that has fields which were not taken.
    pub fn end(&self) -> Result<(), Refusal> {
        match self.fields.keys().next() {
            Some(name) => Err(Refusal::Unsupported(format!("unknown field '{name}' of {}", self.op))),
            None => Ok(()),
        }
    }
}
