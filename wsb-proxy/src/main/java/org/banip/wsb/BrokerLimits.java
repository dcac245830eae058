package org.banip.wsb;

import java.time.Duration;

/**
 * A broker's bounds. {@link #DEFAULTS} suits some hundred MBUs.
 *
 * @param requests requests under way, 1 to 100,000
 * @param requestsPerIdentity of these, by one identity, 1 to 10,000
 * @param interconnects interconnects whose owner is remembered, 1 to 1,000,000
 * @param bufferBytes buffer of a request, one towards the host and two towards the MBU, 512 to 1,048,576
 * @param socketBufferBytes send buffer of a socket, and receive buffer towards the host, 4,096 to 16,777,216; data in it are late
 * @param connect longest time for connecting to the host
 * @param idle how long an idle connection to the host is kept; shorter than the host's own limit
 * @param document how long a registration or deregistration may take in all
 * @param silence a relayed request on which nothing moves for so long is ended; zero for never
 * @param hostProbe how often each of several hosts is asked for its load
 * @param hostSilence one of several hosts that sends nothing for so long after it was asked counts as dead; requests at it are broken off
 * @param recheck how often it is checked whether the credentials and grants of open streams were revoked, 100 ms to 50 s
 * @param linger how long a refused request's body is read and thrown away, so that the MBU gets to read the answer
 */
public record BrokerLimits(
        int requests,
        int requestsPerIdentity,
        int interconnects,
        int bufferBytes,
        int socketBufferBytes,
        Duration connect,
        Duration idle,
        Duration document,
        Duration silence,
        Duration hostProbe,
        Duration hostSilence,
        Duration recheck,
        Duration linger) {
    /** A revocation must take effect within a minute. */
    private static final long MOST_RECHECK_MILLIS = 50_000;

    /** The default bounds. */
    public static final BrokerLimits DEFAULTS = builder().build();

    /** Checks each. */
    public BrokerLimits {
        check("requests", requests, 1, 100_000);
        check("requests per identity", requestsPerIdentity, 1, 10_000);
        check("interconnects", interconnects, 1, 1_000_000);
        check("buffer bytes", bufferBytes, 512, 1 << 20);
        check("socket buffer bytes", socketBufferBytes, 4096, 16 << 20);
        check("connect", connect, 1);
        check("idle", idle, 1);
        check("document", document, 1);
        check("silence", silence, 0);
        check("host probe", hostProbe, 100);
        check("host silence", hostSilence, 1000);
        check("recheck", recheck, 100);
        if (recheck.toMillis() > MOST_RECHECK_MILLIS) {
            throw new IllegalArgumentException("recheck is " + recheck + ", allowed are at most 50 s");
        }
        check("linger", linger, 0);
    }

    private static void check(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " is " + value + ", allowed are " + min + " to " + max);
        }
    }

    private static void check(String name, Duration value, long minMillis) {
        if (value.isNegative() || value.toDays() > 1 || value.toMillis() < minMillis) {
            throw new IllegalArgumentException(
                    name + " is " + value.toMillis() + " ms, allowed are " + minMillis + " ms to a day");
        }
    }

    /** Begins with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Sets some bounds. One thread. */
    public static final class Builder {
        private int requests = 4000;
        /** Three for each of the 16 paths of an MBU, more than as many whose connection is dead, and its registrations. */
        private int requestsPerIdentity = 128;

        private int interconnects = 10_000;
        private int bufferBytes = 8192;
        private int socketBufferBytes = 65_536;
        private Duration connect = Duration.ofSeconds(5);
        private Duration idle = Duration.ofSeconds(20);
        private Duration document = Duration.ofSeconds(30);
        private Duration silence = Duration.ofMinutes(5);
        private Duration hostProbe = Duration.ofSeconds(2);
        private Duration hostSilence = Duration.ofSeconds(15);
        private Duration recheck = Duration.ofSeconds(10);
        private Duration linger = Duration.ofSeconds(2);

        private Builder() {}

        /** Requests under way, in all. */
        public Builder requests(int most) {
            requests = most;
            return this;
        }

        /** Requests under way by one identity. */
        public Builder requestsPerIdentity(int most) {
            requestsPerIdentity = most;
            return this;
        }

        /** Interconnects whose owner is remembered. */
        public Builder interconnects(int most) {
            interconnects = most;
            return this;
        }

        /** Buffer of a request, one towards the host and two towards the MBU. */
        public Builder bufferBytes(int bytes) {
            bufferBytes = bytes;
            return this;
        }

        /** Send and receive buffer of each socket. */
        public Builder socketBufferBytes(int bytes) {
            socketBufferBytes = bytes;
            return this;
        }

        /** Longest time for connecting to the host. */
        public Builder connect(Duration most) {
            connect = most;
            return this;
        }

        /** How long an idle connection to the host is kept. */
        public Builder idle(Duration most) {
            idle = most;
            return this;
        }

        /** How long a registration or deregistration may take. */
        public Builder document(Duration most) {
            document = most;
            return this;
        }

        /** How long a relayed request may be silent; zero for ever. */
        public Builder silence(Duration most) {
            silence = most;
            return this;
        }

        /** How often each of several hosts is asked for its load. */
        public Builder hostProbe(Duration interval) {
            hostProbe = interval;
            return this;
        }

        /** After how long without a sign of life one of several hosts counts as dead. */
        public Builder hostSilence(Duration most) {
            hostSilence = most;
            return this;
        }

        /** How often credentials and grants of open streams are checked. */
        public Builder recheck(Duration interval) {
            recheck = interval;
            return this;
        }

        /** How long a refused request's body is still read. */
        public Builder linger(Duration most) {
            linger = most;
            return this;
        }

        /** The bounds. */
        public BrokerLimits build() {
            return new BrokerLimits(
                    requests,
                    requestsPerIdentity,
                    interconnects,
                    bufferBytes,
                    socketBufferBytes,
                    connect,
                    idle,
                    document,
                    silence,
                    hostProbe,
                    hostSilence,
                    recheck,
                    linger);
        }
    }
}
