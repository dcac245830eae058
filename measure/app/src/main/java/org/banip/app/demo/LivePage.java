package org.banip.app.demo;

import java.net.URI;

/**
 * Where browsers of this machine find a demo's live page.
 *
 * @param uri its URL
 * @param way to it, which is closed with it
 */
record LivePage(URI uri, Runnable way) implements AutoCloseable {
    @Override
    public void close() {
        way.run();
    }
}
