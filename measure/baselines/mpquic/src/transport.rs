//! How both ends speak QUIC.

use std::sync::Arc;
use std::time::Duration;

use noq::{ClientConfig, ServerConfig, TransportConfig, VarInt};
use rustls::RootCertStore;
use rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer};

use crate::Failure;
use crate::options::Options;

/// The name in the receiver's certificate.
pub const NAME: &str = "receiver";

const MOST_PATHS: u32 = 16;
/// More than any of the paths has under way.
const WINDOW: u32 = 8 << 20;
/// Number of unanswered requests after which a silent path is left.
const ASKED: u32 = 3;
/// The connection itself survives what a transfer over TCP does.
const CONNECTION_IDLE: Duration = Duration::from_secs(90);

fn transport(options: &Options) -> Result<Arc<TransportConfig>, Failure> {
    let mut transport = TransportConfig::default();
    transport
        .max_concurrent_multipath_paths(MOST_PATHS)
        .default_path_max_idle_timeout(Some(options.idle))
        .default_path_keep_alive_interval(Some(options.idle / ASKED))
        .max_idle_timeout(Some(CONNECTION_IDLE.try_into()?))
        .stream_receive_window(VarInt::from_u32(WINDOW))
        .send_window(u64::from(WINDOW));
    Ok(Arc::new(transport))
}

/// The receiver's settings, and its certificate.
pub fn server(options: &Options) -> Result<(ServerConfig, Vec<u8>), Failure> {
    let own = rcgen::generate_simple_self_signed([NAME.to_string()])?;
    let key = PrivatePkcs8KeyDer::from(own.signing_key.serialize_der());
    let certificate = own.cert.der().to_vec();
    let mut config = ServerConfig::with_single_cert(vec![own.cert.into()], key.into())?;
    config.transport_config(transport(options)?);
    Ok((config, certificate))
}

/// The sender's, which trusts the receiver's certificate only.
pub fn client(options: &Options) -> Result<ClientConfig, Failure> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from(options.certificate.clone()))?;
    let mut config = ClientConfig::with_root_certificates(Arc::new(roots))?;
    config.transport_config(transport(options)?);
    Ok(config)
}
