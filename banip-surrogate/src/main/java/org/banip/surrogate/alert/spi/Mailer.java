package org.banip.surrogate.alert.spi;

/** Sends e-mails by one mail server. Any thread. */
public interface Mailer extends AutoCloseable {
    /** Makes one attempt; blocks until the server has answered, each step for at most the time-out of the settings. */
    Result send(Mail mail);

    @Override
    void close();

    /**
     * What became of an attempt.
     *
     * @param kind what it was
     * @param reason why it was not taken, from the server if it answered; empty if it was
     */
    record Result(Kind kind, String reason) {
        /** What can become of an attempt. */
        public enum Kind {
            /** The server has the e-mail. */
            TAKEN,
            /** The server cannot be reached, does not let the host in, or says that it may take the e-mail later (4xx). */
            LATER,
            /** The server refuses this e-mail (5xx). */
            REFUSED
        }
    }
}
