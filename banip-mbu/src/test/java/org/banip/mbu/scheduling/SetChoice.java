package org.banip.mbu.scheduling;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.ban.ServiceClass;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.PathForecast;
import org.banip.mbu.spi.PathScheduler;

/** A choice whose values a test sets. */
final class SetChoice implements PathScheduler.Choice {
    final List<SetPath> all = new ArrayList<>();
    int asked;
    ServiceClass serviceClass = ServiceClass.LIVE;
    int bytes = 100;
    long deadlineNanos = Long.MAX_VALUE;
    long waitingBytes = 100;
    int packetsAhead = 64;
    long reorderNanos = Long.MAX_VALUE;
    int carriers;
    boolean cheaper;

    /** Adds a path with this round trip in milliseconds, which takes anything. */
    SetPath add(PathSettings settings, long roundTripMillis) {
        SetPath path = new SetPath(all.size(), settings, roundTripMillis * 1_000_000);
        all.add(path);
        return path;
    }

    /** The paths that the scheduler lets send, in order. */
    List<String> senders(PathScheduler scheduler) {
        List<String> senders = new ArrayList<>();
        for (asked = 0; asked < all.size(); asked++) {
            if (scheduler.sends(this)) {
                senders.add(asked().settings().name());
            }
        }
        return senders;
    }

    /** The paths that the scheduler lets send as well what the paths of the bits have under way. */
    List<String> repeaters(PathScheduler scheduler, int bits) {
        carriers = bits;
        List<String> repeaters = new ArrayList<>();
        for (asked = 0; asked < all.size(); asked++) {
            if (!isCarriedBy(asked) && scheduler.sendsAsWell(this)) {
                repeaters.add(asked().settings().name());
            }
        }
        return repeaters;
    }

    @Override
    public int paths() {
        return all.size();
    }

    @Override
    public PathScheduler.Path path(int number) {
        return all.get(number);
    }

    @Override
    public PathScheduler.Path asked() {
        return all.get(asked);
    }

    @Override
    public ServiceClass serviceClass() {
        return serviceClass;
    }

    @Override
    public long reorderNanos() {
        return reorderNanos;
    }

    @Override
    public int bytes() {
        return bytes;
    }

    @Override
    public long deadlineNanos() {
        return deadlineNanos;
    }

    @Override
    public long nowNanos() {
        return 0;
    }

    @Override
    public long waitingBytes() {
        return waitingBytes;
    }

    @Override
    public int packetsAhead() {
        return packetsAhead;
    }

    @Override
    public boolean isCarriedBy(int number) {
        return (carriers & (1 << number)) != 0;
    }

    @Override
    public boolean isCheaperThanWaiting() {
        return cheaper;
    }

    /** A path whose values a test sets. */
    static final class SetPath implements PathScheduler.Path {
        private final int number;
        private final PathSettings settings;
        long roundTripNanos;
        boolean connected = true;
        boolean good = true;
        boolean answering;
        boolean leaving;
        long leftNanos = PathForecast.NO_END;
        long bytesPerSecond = 1_000_000;
        long bytesUnderWay;
        long bytesSent;
        long room = 10_000;

        SetPath(int number, PathSettings settings, long roundTripNanos) {
            this.number = number;
            this.settings = settings;
            this.roundTripNanos = roundTripNanos;
        }

        @Override
        public int number() {
            return number;
        }

        @Override
        public PathSettings settings() {
            return settings;
        }

        @Override
        public boolean isConnected() {
            return connected;
        }

        @Override
        public boolean isGood() {
            return good;
        }

        @Override
        public boolean isAnswering() {
            return answering;
        }

        @Override
        public boolean isLeaving() {
            return leaving;
        }

        @Override
        public long nanosLeft() {
            return leftNanos;
        }

        @Override
        public long roundTripNanos() {
            return roundTripNanos;
        }

        @Override
        public long bytesPerSecond() {
            return bytesPerSecond;
        }

        @Override
        public long bytesUnderWay() {
            return bytesUnderWay;
        }

        @Override
        public long bytesSent() {
            return bytesSent;
        }

        @Override
        public long room() {
            return room;
        }

        @Override
        public long expectedNanos(long some) {
            return roundTripNanos / 2 + (bytesUnderWay + some) * 1_000_000_000 / bytesPerSecond;
        }
    }

    /** Two connected paths, with round trips of 20 and 80 ms. */
    static SetChoice two(PathSettings one, PathSettings other) {
        SetChoice choice = new SetChoice();
        choice.add(one, 20);
        choice.add(other, 80);
        return choice;
    }
}
