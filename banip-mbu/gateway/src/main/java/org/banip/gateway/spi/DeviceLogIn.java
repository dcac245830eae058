package org.banip.gateway.spi;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Knows the devices and the BANs that each may write. Any thread. */
public interface DeviceLogIn extends AutoCloseable {
    /** Result of a log-in. */
    sealed interface Answer {
        /**
         * The credentials are right.
         *
         * @param user the device's user name, fit for a log
         */
        record Accepted(String user) implements Answer {}

        /**
         * The credentials are wrong or missing.
         *
         * @param reason for the log, without credentials
         */
        record Refused(String reason) implements Answer {}

        /**
         * Too many log-ins wait; try again later.
         *
         * @param reason for the log
         */
        record Busy(String reason) implements Answer {}
    }

    /**
     * Checks a device. Returns at once; the answer may come from any thread.
     *
     * @param authorization the header {@code Authorization} of HTTP Basic (RFC 7617), also for MQTT; never to be logged
     * @param remoteAddress the device's address
     */
    CompletionStage<Answer> logIn(Optional<String> authorization, String remoteAddress);

    /** Whether the user may write a BAN. */
    boolean permits(String user, String ban);

    @Override
    default void close() {}

    /** Accepts everybody for every BAN: for loopback. */
    static DeviceLogIn everybody() {
        return new DeviceLogIn() {
            @Override
            public CompletionStage<Answer> logIn(Optional<String> authorization, String remoteAddress) {
                return CompletableFuture.completedFuture(new Answer.Accepted(""));
            }

            @Override
            public boolean permits(String user, String ban) {
                return true;
            }
        };
    }
}
