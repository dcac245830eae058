package org.banip.surrogate.download;

import java.time.Duration;
import org.banip.core.alert.AlertNotice;
import org.banip.core.packet.Gap;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.KeepAliveHandler;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.Subscription;
import org.banip.surrogate.api.SurrogateContext;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.api.SurrogateListener;

/**
 * What a downloaded surrogate stands for: its listeners and its keep-alive handler are called with its class loader as the thread's.
 *
 * @param to the context that the host made
 * @param loader the surrogate's
 */
record LoadedContext(SurrogateContext to, ClassLoader loader) implements SurrogateContext {
    @Override
    public SurrogateHandle handle() {
        return to.handle();
    }

    @Override
    public Subscription subscribe(SurrogateListener listener) {
        return to.subscribe(new Listener(listener, loader));
    }

    @Override
    public void keepAlive(KeepAliveHandler handler) {
        to.keepAlive(new Handler(handler, loader));
    }

    @Override
    public void tell(String text) {
        to.tell(text);
    }

    private record Handler(KeepAliveHandler handler, ClassLoader loader) implements KeepAliveHandler {
        @Override
        public void silent(Duration time) {
            ContextLoader.run(loader, () -> handler.silent(time));
        }

        @Override
        public void resumed() {
            ContextLoader.run(loader, handler::resumed);
        }
    }

    private record Listener(SurrogateListener listener, ClassLoader loader) implements SurrogateListener {
        @Override
        public void appeared(SurrogateDescription surrogate) {
            ContextLoader.run(loader, () -> listener.appeared(surrogate));
        }

        @Override
        public void groupsAdded(SurrogateDescription former, SurrogateDescription now) {
            ContextLoader.run(loader, () -> listener.groupsAdded(former, now));
        }

        @Override
        public void delivered(SensorData data) {
            ContextLoader.run(loader, () -> listener.delivered(data));
        }

        @Override
        public void gap(SurrogateDescription surrogate, Gap gap) {
            ContextLoader.run(loader, () -> listener.gap(surrogate, gap));
        }

        @Override
        public void missed(SurrogateDescription surrogate, long packets, long units) {
            ContextLoader.run(loader, () -> listener.missed(surrogate, packets, units));
        }

        @Override
        public void silent(SurrogateDescription surrogate) {
            ContextLoader.run(loader, () -> listener.silent(surrogate));
        }

        @Override
        public void resumed(SurrogateDescription surrogate) {
            ContextLoader.run(loader, () -> listener.resumed(surrogate));
        }

        @Override
        public void alert(SurrogateDescription surrogate, AlertNotice step) {
            ContextLoader.run(loader, () -> listener.alert(surrogate, step));
        }

        @Override
        public void missedAlerts(SurrogateDescription surrogate, long steps) {
            ContextLoader.run(loader, () -> listener.missedAlerts(surrogate, steps));
        }

        @Override
        public void told(SurrogateDescription surrogate, long atNanos, String text) {
            ContextLoader.run(loader, () -> listener.told(surrogate, atNanos, text));
        }

        @Override
        public void disappeared(SurrogateDescription surrogate, Disappearance reason) {
            ContextLoader.run(loader, () -> listener.disappeared(surrogate, reason));
        }
    }
}
