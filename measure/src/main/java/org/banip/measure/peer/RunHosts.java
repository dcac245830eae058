package org.banip.measure.peer;

import java.io.IOException;

/** Where the two processes of a run live, and what is between them. */
interface Place extends AutoCloseable {
    /** Starts the sending process. */
    Process startSending(ProcessBuilder builder) throws IOException;

    /** Starts the receiving process. */
    Process startReceiving(ProcessBuilder builder) throws IOException;

    /** The receiving host's address, as both see it. */
    String address();

    /** What was put on the link so far; none where it is not counted. */
    LinkBytes bytes();

    /** Takes the coverage away, or gives it back. */
    void outage(boolean out) throws IOException;

    @Override
    void close();

    /** Both on this machine, without a link between them. */
    final class Loopback implements Place {
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
