package org.banip.measure.peer;

import java.io.IOException;

/** The hosts of the two processes of a run, and the link between them. */
interface RunHosts extends AutoCloseable {
    /** Starts the sending process. */
    Process startSending(ProcessBuilder builder) throws IOException;

    /** Starts the receiving process. */
    Process startReceiving(ProcessBuilder builder) throws IOException;

    /** The receiving host's address, as both see it. */
    String address();

    /** Bytes on the link so far; none without a link. */
    LinkBytes bytes();

    /** Begins or ends an outage. */
    void outage(boolean out) throws IOException;

    @Override
    void close();

    /** Both on this machine, without a link between them. */
    final class Loopback implements RunHosts {
        @Override
        public Process startSending(ProcessBuilder builder) throws IOException {
            return builder.start();
        }

        @Override
        public Process startReceiving(ProcessBuilder builder) throws IOException {
            return builder.start();
        }

        @Override
        public String address() {
            return "127.0.0.1";
        }

        @Override
        public LinkBytes bytes() {
            return LinkBytes.NONE;
        }

        @Override
        public void outage(boolean out) {
            throw new UnsupportedOperationException("loopback has no outages");
        }

        @Override
        public void close() {}
    }
}
