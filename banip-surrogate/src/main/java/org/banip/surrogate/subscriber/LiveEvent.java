package org.banip.surrogate.subscriber;

import java.util.IdentityHashMap;
import org.banip.core.alert.AlertNotice;
import org.banip.core.packet.Gap;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;

/** What waits in a subscriber's queue. */
sealed interface LiveEvent {
    /** Calls the listener's method for it. */
    void handTo(SurrogateListener listener);

    /** Whether it is about this surrogate alone. */
    boolean isOf(SurrogateDescription other);

    /** Changes of a surrogate's state. */
    sealed interface Change extends LiveEvent {
        SurrogateDescription surrogate();

        @Override
        default boolean isOf(SurrogateDescription other) {
            return surrogate().equals(other);
        }

        /** Whether this waiting change and the new one of the same surrogate make none together. */
        boolean isUndoneBy(Change later);
    }

    record Appeared(SurrogateDescription surrogate) implements Change {
        @Override
        public boolean isUndoneBy(Change later) {
            return later instanceof Disappeared && isOf(later.surrogate());
        }

        @Override
        public void handTo(SurrogateListener listener) {
            listener.appeared(surrogate);
        }
    }

    /** At most one for each group of a BAN. */
    record GroupsAdded(SurrogateDescription former, SurrogateDescription surrogate) implements Change {
        @Override
        public boolean isUndoneBy(Change later) {
            return false;
        }

        @Override
        public void handTo(SurrogateListener listener) {
            listener.groupsAdded(former, surrogate);
        }
    }

    record Delivered(SensorData data) implements LiveEvent {
        @Override
        public boolean isOf(SurrogateDescription other) {
            return data.surrogate().equals(other);
        }

        @Override
        public void handTo(SurrogateListener listener) {
            listener.delivered(data);
        }
    }

    record GapDeclared(SurrogateDescription surrogate, Gap gap) implements LiveEvent {
        @Override
        public boolean isOf(SurrogateDescription other) {
            return surrogate.equals(other);
        }

        @Override
        public void handTo(SurrogateListener listener) {
            listener.gap(surrogate, gap);
        }
    }

    record Told(SurrogateDescription surrogate, long atNanos, String text) implements LiveEvent {
        @Override
        public boolean isOf(SurrogateDescription other) {
            return surrogate.equals(other);
        }

        @Override
        public void handTo(SurrogateListener listener) {
            listener.told(surrogate, atNanos, text);
        }
    }

    record Alerted(SurrogateDescription surrogate, AlertNotice step) implements LiveEvent {
        @Override
        public boolean isOf(SurrogateDescription other) {
            return surrogate.equals(other);
        }

        @Override
        public void handTo(SurrogateListener listener) {
            listener.alert(surrogate, step);
        }
    }

    record Silent(SurrogateDescription surrogate) implements Change {
        @Override
        public boolean isUndoneBy(Change later) {
            return later instanceof Resumed && isOf(later.surrogate());
        }

        @Override
        public void handTo(SurrogateListener listener) {
            listener.silent(surrogate);
        }
    }

    record Resumed(SurrogateDescription surrogate) implements Change {
        @Override
        public boolean isUndoneBy(Change later) {
            return later instanceof Silent && isOf(later.surrogate());
        }

        @Override
        public void handTo(SurrogateListener listener) {
            listener.resumed(surrogate);
        }
    }

    record Disappeared(SurrogateDescription surrogate, Disappearance reason) implements Change {
        @Override
        public boolean isUndoneBy(Change later) {
            return false;
        }

        @Override
        public void handTo(SurrogateListener listener) {
            listener.disappeared(surrogate, reason);
        }
    }

    /** Stands for all data and alerts that were left out at this place. One thread at a time: it changes only while it is in the queue. */
    final class Missed implements LiveEvent {
        private final IdentityHashMap<SurrogateDescription, Count> counts = new IdentityHashMap<>();

        private static final class Count {
            long packets;
            long units;
            long alerts;
        }

        void add(SurrogateDescription surrogate, long units) {
            Count count = counts.computeIfAbsent(surrogate, s -> new Count());
            count.packets++;
            count.units += units;
        }

        void addAlert(SurrogateDescription surrogate) {
            counts.computeIfAbsent(surrogate, s -> new Count()).alerts++;
        }

        /** Forgets what was left out of a surrogate; true if nothing else was. */
        boolean forget(SurrogateDescription surrogate) {
            counts.remove(surrogate);
            return counts.isEmpty();
        }

        @Override
        public boolean isOf(SurrogateDescription other) {
            return false;
        }

        @Override
        public void handTo(SurrogateListener listener) {
            counts.forEach((surrogate, count) -> {
                if (count.packets > 0) {
                    listener.missed(surrogate, count.packets, count.units);
                }
                if (count.alerts > 0) {
                    listener.missedAlerts(surrogate, count.alerts);
                }
            });
        }
    }
}
