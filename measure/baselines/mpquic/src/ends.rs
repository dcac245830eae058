//! The receiver and the sender.

use std::fs::File;
use std::future::pending;
use std::io::{BufWriter, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use noq::{Connection, Endpoint, PathStatus};
use tokio::sync::oneshot;
use tokio::time::{interval, sleep, timeout};

use crate::Failure;
use crate::events::say;
use crate::load::{Digest, Source, due};
use crate::options::{Options, to_hex};
use crate::paths::{Meant, open_all};
use crate::transport;

const PIECE: usize = 1 << 16;
const TICK: Duration = Duration::from_millis(10);
const PROGRESS: Duration = Duration::from_millis(100);

/// Receives everything, and stays until the input ends.
pub async fn receive(options: &Options) -> Result<(), Failure> {
    let (config, certificate) = transport::server(options)?;
    let endpoint = Endpoint::server(config, any(options.port))?;
    let port = endpoint.local_addr()?.port();
    say("listening", &format!(",\"port\":{port},\"certificate\":\"{}\"", to_hex(&certificate)));
    let connection = endpoint.accept().await.ok_or("the endpoint is closed")?.await?;
    let mut stream = connection.accept_uni().await?;
    let arrived = Arc::new(AtomicU64::new(0));
    tokio::spawn(progress(arrived.clone()));
    let mut arrivals = BufWriter::new(File::create(&options.arrivals)?);
    let mut digest = Digest::new();
    let mut piece = vec![0; PIECE];
    while arrived.load(Ordering::Relaxed) < options.bytes {
        let came = timeout(options.stall, stream.read(&mut piece)).await.map_err(|_| "nothing comes any more")??;
        let came = came.ok_or("the stream has ended")?;
        digest.add(&piece[..came]);
        let nanos = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_nanos();
        writeln!(arrivals, "{nanos},{came}")?;
        arrived.fetch_add(came as u64, Ordering::Relaxed);
    }
    arrivals.flush()?;
    say("received", &digest.fields(arrived.load(Ordering::Relaxed)));
    pending().await
}

async fn progress(arrived: Arc<AtomicU64>) {
    let mut ticks = interval(PROGRESS);
    loop {
        ticks.tick().await;
        say("progress", &format!(",\"bytes\":{}", arrived.load(Ordering::Relaxed)));
    }
}

/// Connects, sends everything at the word, and stays until the input ends.
pub async fn send(options: &Options, word: oneshot::Receiver<()>) -> Result<(), Failure> {
    let endpoint = Endpoint::client(any(options.port))?;
    let connection = connect(&endpoint, options).await?;
    say("connected", &format!(",\"paths\":{}", options.to.len()));
    word.await?;
    let mut stream = connection.open_uni().await?;
    let begun = Instant::now();
    let mut digest = Digest::new();
    let mut source = Source::new();
    let mut piece = vec![0; PIECE];
    let mut sent = 0;
    while sent < options.bytes {
        let mut ahead = due(options.bytes, options.time, begun.elapsed()) - sent;
        if ahead < PIECE as u64 && sent + ahead < options.bytes {
            sleep(TICK).await; // so that what is due meanwhile is one piece
            ahead = due(options.bytes, options.time, begun.elapsed()) - sent;
        }
        if ahead == 0 {
            continue;
        }
        let piece = &mut piece[..ahead.min(PIECE as u64) as usize];
        source.fill(piece);
        digest.add(piece);
        stream.write_all(piece).await?;
        sent += piece.len() as u64;
    }
    say("sent", &digest.fields(sent));
    pending().await
}

async fn connect(endpoint: &Endpoint, options: &Options) -> Result<Connection, Failure> {
    let paths: Vec<Meant> = options
        .to
        .iter()
        .enumerate()
        .map(|(number, to)| Meant {
            to: SocketAddr::from((*to, options.to_port)),
            status: if options.backup && number > 0 { PathStatus::Backup } else { PathStatus::Available },
        })
        .collect();
    let connection = endpoint.connect_with(transport::client(options)?, paths[0].to, transport::NAME)?.await?;
    connection.handshake_confirmed().await?;
    open_all(&connection, &paths).await;
    Ok(connection)
}

fn any(port: u16) -> SocketAddr {
    SocketAddr::from((Ipv4Addr::UNSPECIFIED, port))
}
