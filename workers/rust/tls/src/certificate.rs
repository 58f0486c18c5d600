//! A certificate that signs itself, with its key. Debian has no crate that makes one, so openssl(1) does, which writes
//! nothing to a file.

use std::io::{self, ErrorKind};
use std::process::{Command, Stdio};
use std::sync::Arc;
use tokio_rustls::rustls::version::TLS13;
use tokio_rustls::rustls::{Certificate, PrivateKey, ServerConfig};

const MAKE: &str =
    "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout - -days 30 -subj /CN=pingmark \
                    -out -";

/// Returns what a server of TLS 1.3 is configured with, and the SHA-256 of its certificate in hex digits.
pub fn configure() -> io::Result<(Arc<ServerConfig>, String)> {
    let made = Command::new("openssl").args(MAKE.split_whitespace()).stderr(Stdio::null()).output()?;
    let mut key = rustls_pemfile::pkcs8_private_keys(&mut made.stdout.as_slice())?;
    let mut chain = rustls_pemfile::certs(&mut made.stdout.as_slice())?;
    let (key, certificate) = key.pop().zip(chain.pop()).ok_or_else(|| refused("openssl made no certificate"))?;
    let digest = ring::digest::digest(&ring::digest::SHA256, &certificate);
    let digits = digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    let config = ServerConfig::builder()
        .with_safe_default_cipher_suites()
        .with_safe_default_kx_groups()
        .with_protocol_versions(&[&TLS13])
        .map_err(refused)?
        .with_no_client_auth()
        .with_single_cert(vec![Certificate(certificate)], PrivateKey(key))
        .map_err(refused)?;
    Ok((Arc::new(config), digits))
}

fn refused(reason: impl ToString) -> io::Error {
    io::Error::new(ErrorKind::Other, reason.to_string())
}
