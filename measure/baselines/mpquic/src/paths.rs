//! The sender's paths: one for each address of the receiver. A path that was left is tried again until it works.

use std::net::SocketAddr;
use std::time::Duration;

use noq::{Connection, PathEvent, PathEvents, PathId, PathStatus};
use tokio::time::sleep;
use tokio_stream::StreamExt;

const AGAIN_AFTER: Duration = Duration::from_millis(200);

/// A path as it was meant to be.
#[derive(Clone, Copy)]
pub struct Meant {
    pub to: SocketAddr,
    pub status: PathStatus,
}

/// Opens all paths but the first, which the connection has, and keeps them open from then on.
pub async fn open_all(connection: &Connection, meant: &[Meant]) {
    let mut first = Some(PathId::ZERO);
    for path in meant {
        let events = connection.path_events();
        let id = match first.take() {
            Some(id) => Some(id),
            None => open(connection, *path).await,
        };
        tokio::spawn(keep(connection.clone(), *path, id, events));
    }
}

/// Opens a path, as often as it takes; empty if the connection is closed.
async fn open(connection: &Connection, meant: Meant) -> Option<PathId> {
    while connection.close_reason().is_none() {
        match connection.open_path(meant.to, meant.status).await {
            Ok(path) => return Some(path.id()),
            Err(_) => sleep(AGAIN_AFTER).await,
        }
    }
    None
}

/// Opens a path again whenever it was left.
async fn keep(connection: Connection, meant: Meant, mut id: Option<PathId>, mut events: PathEvents) {
    while let Some(open_id) = id {
        left(&connection, open_id, &mut events).await;
        sleep(AGAIN_AFTER).await;
        id = open(&connection, meant).await;
    }
}

/// Waits until a path is left, or the connection has ended.
async fn left(connection: &Connection, id: PathId, events: &mut PathEvents) {
    while let Some(event) = events.next().await {
        match event {
            Ok(PathEvent::Abandoned { id: gone, .. }) if gone == id => return,
            Err(_) if connection.path(id).is_none() => return, // it may have been among the events that were missed
            _ => {}
        }
    }
}
