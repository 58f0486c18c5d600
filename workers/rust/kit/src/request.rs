//! Requests, as far as they can be understood without carrying them out.

use crate::sockets::OPTIONS;
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

/// What a value has to be.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Text,
    Whole,
    Switch,
}

impl Kind {
    fn is_of(self, value: &Value) -> bool {
        match self {
            Self::Text => value.is_string(),
            Self::Whole => value.is_i64() || value.is_u64(),
            Self::Switch => value.is_boolean(),
        }
    }
}

/// A request whose fields are known and have the right types.
pub(crate) struct Request {
    pub id: Value,
    pub op: String,
    pub fields: Fields,
}

impl Request {
    /// Returns the request of a line; an error says what is wrong with one that can't be answered by its id.
    pub fn parse(line: &[u8]) -> Result<Self, String> {
        let mut fields: Fields = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        let id = fields.remove("id").filter(|id| Kind::Whole.is_of(id)).ok_or("no id, a whole number")?;
        match fields.remove("op") {
            Some(Value::String(op)) => Ok(Self { id, op, fields }),
            _ => Err("no op, a text".into()),
        }
    }

    /// Refuses what a request of its name does not have.
    pub fn check(&self) -> Result<(), Refusal> {
        let known: &[(&str, Kind)] = match self.op.as_str() {
            "hello" => &[("protocol", Kind::Whole)],
            "describe" => &[("stack", Kind::Text)],
            "listen" => &[
                ("stack", Kind::Text),
                ("address", Kind::Text),
                ("port", Kind::Whole),
                ("token", Kind::Text),
                ("plain", Kind::Switch),
                ("allow_wildcard", Kind::Switch),
            ],
            "disconnect" | "usage" | "stop" => &[],
            op => return Err(Refusal::Unsupported(format!("unknown op '{op}'"))),
        };
        let options = OPTIONS.iter().filter(|_| self.op == "listen").map(|option| (option.name, option.kind));
        for (name, value) in &self.fields {
            match known.iter().copied().chain(options.clone()).find(|field| field.0 == name) {
                None => return Err(Refusal::Unsupported(format!("unknown field '{name}' of {}", self.op))),
                Some((_, kind)) if !kind.is_of(value) => {
                    return Err(Refusal::Failed(format!("{name} can't be {value}")));
                }
                Some(_) => (),
            }
        }
        Ok(())
    }

    /// Returns the names of the socket options that are asked for.
    pub fn options(&self) -> impl Iterator<Item = &str> {
        OPTIONS.iter().map(|option| option.name).filter(|name| self.fields.contains_key(*name))
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        self.fields.get(name)?.as_str()
    }

    pub fn is_on(&self, name: &str) -> bool {
        self.fields.get(name).and_then(Value::as_bool).unwrap_or(false)
    }
}
