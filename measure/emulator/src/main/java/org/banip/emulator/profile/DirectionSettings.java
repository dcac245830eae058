package org.banip.emulator.profile;

import java.time.Duration;
import java.util.Optional;

/**
 * One direction of a link, at its beginning.
 *
 * @param bytesPerSecond rate of the link, IP header included; {@code POSITIVE_INFINITY} is without limit
 * @param delay from the last byte put on the link to the arrival
 * @param jitter largest deviation of the uniformly distributed delay; packets stay in order
 * @param loss share of packets lost at random, independently
 * @param burst loss in bursts, in addition to the random loss
 * @param queueBytes bytes that may wait or be in transmission; packets that do not fit are dropped
 * @param bearerWait wait of the first packet on an idle link
 */
public record DirectionSettings(
        double bytesPerSecond,
        Duration delay,
        Duration jitter,
        double loss,
        Optional<BurstLoss> burst,
        int queueBytes,
        Optional<BearerWait> bearerWait) {
    private static final int MAX_QUEUE = 1 << 28;
    private static final double NANOS_PER_SECOND = 1e9;

    /** Checks each against its range. */
    public DirectionSettings {
        Limits.rate("bytesPerSecond", bytesPerSecond);
        Limits.time("delay", delay);
        Limits.time("jitter", jitter);
        Limits.share("loss", loss);
        Limits.count("queueBytes", queueBytes, 1, MAX_QUEUE);
        if (jitter.compareTo(delay) > 0) {
            throw new IllegalArgumentException("jitter is " + jitter + ", allowed is up to the delay, " + delay);
        }
    }

    /** Transmission time of this number of bytes. */
    public Duration serialisation(int bytes) {
        return Duration.ofNanos(Math.round(bytes * NANOS_PER_SECOND / bytesPerSecond));
    }

    /** Share of packets lost in the long run, full queues not included. */
    public double meanLoss() {
        return 1 - (1 - loss) * (1 - burst.map(BurstLoss::meanLoss).orElse(0.0));
    }

    /** A direction without limits. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder that begins with these settings. */
    public Builder toBuilder() {
        Builder builder = new Builder()
                .bytesPerSecond(bytesPerSecond)
                .delay(delay)
                .jitter(jitter)
                .loss(loss)
                .queueBytes(queueBytes);
        builder.burst = burst;
        builder.bearerWait = bearerWait;
        return builder;
    }

    /** Collects the settings; effects that are not set are off. */
    public static final class Builder {
        private static final int QUEUE = 100_000;

        private double bytesPerSecond = Double.POSITIVE_INFINITY;
        private Duration delay = Duration.ZERO;
        private Duration jitter = Duration.ZERO;
        private double loss;
        private Optional<BurstLoss> burst = Optional.empty();
        private int queueBytes = QUEUE;
        private Optional<BearerWait> bearerWait = Optional.empty();

        private Builder() {}

        /** Rate of the link. */
        public Builder bytesPerSecond(double rate) {
            this.bytesPerSecond = rate;
            return this;
        }

        /** One-way delay, without transmission time. */
        public Builder delay(Duration oneWay) {
            this.delay = oneWay;
            return this;
        }

        /** Largest deviation of the delay. */
        public Builder jitter(Duration most) {
            this.jitter = most;
            return this;
        }

        /** Random loss. */
        public Builder loss(double share) {
            this.loss = share;
            return this;
        }

        /** Loss in bursts. */
        public Builder burst(BurstLoss bursts) {
            this.burst = Optional.of(bursts);
            return this;
        }

        /** Size of the queue. */
        public Builder queueBytes(int bytes) {
            this.queueBytes = bytes;
            return this;
        }

        /** A wait of the first packet on an idle link. */
        public Builder bearerWait(BearerWait afterRest) {
            this.bearerWait = Optional.of(afterRest);
            return this;
        }

        /** No wait on an idle link. */
        public Builder noBearerWait() {
            this.bearerWait = Optional.empty();
            return this;
        }

        /** The settings, checked. */
        public DirectionSettings build() {
            return new DirectionSettings(bytesPerSecond, delay, jitter, loss, burst, queueBytes, bearerWait);
        }
    }
}
