package org.banip.surrogate.jini.calls;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.rmi.Remote;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import javax.net.SocketFactory;
import org.banip.surrogate.jini.export.Stubs;
import org.banip.surrogate.jini.remote.ObjectAddress;
import org.banip.surrogate.jini.transport.Deadlines;
import org.jspecify.annotations.Nullable;

/**
 * Calls to one other process, over connections of their own. A call that has no answer within a limit of time ends with {@link LateAnswerException}:
 * its connections are closed, which frees the thread that waits. The next call connects again. So ends a call when the deadlines are closed. One call
 * at a time; {@link #close} from any thread.
 */
public final class LimitedCalls implements AutoCloseable {
    private final BreakableSockets sockets;
    private final Duration limit;
    private final Deadlines deadlines;

    /**
     * Calls of one user.
     *
     * @param through makes the connections
     * @param limit longest time of a call, connecting included
     * @param deadlines breaks off late calls
     */
    public LimitedCalls(SocketFactory through, Duration limit, Deadlines deadlines) {
        this.sockets = new BreakableSockets(through);
        this.limit = limit;
        this.deadlines = deadlines;
    }

    /** A stub of an object in the other process; {@code type} is a remote interface whose values are BANip's own. */
    public <T extends Remote> T stub(Class<T> type, ObjectAddress at) {
        T stub = Stubs.of(type, at, sockets);
        Object limited = Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> call(stub, at, method, arguments));
        return type.cast(limited);
    }

    /** Makes the connections of calls that {@link #limited} makes; all of them are closed when one is late. */
    public SocketFactory sockets() {
        return sockets;
    }

    private @Nullable Object call(Remote stub, ObjectAddress at, Method method, Object @Nullable [] arguments)
            throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return method.invoke(stub, arguments);
        }
        try {
            return limited(at.address() + ":" + at.port(), () -> method.invoke(stub, arguments));
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    /**
     * Does something that calls the other process over {@link #sockets}.
     *
     * @param who the other process, for messages
     * @throws LateAnswerException if it took too long, or if the deadlines were closed before it ended
     * @throws Exception what it throws
     */
    public <T extends @Nullable Object> T limited(String who, Callable<T> work) throws Exception {
        Call call = new Call();
        Future<?> deadline = deadlines.after(limit, call::breakOff);
        try {
            return work.call();
        } catch (Exception e) {
            throw call.end() ? new LateAnswerException(who, limit) : e;
        } finally {
            deadline.cancel(false);
            boolean unused = call.end();
        }
    }

    /** A call that runs. Guarded by its monitor. */
    private final class Call {
        private boolean late;
        private boolean ended;

        synchronized void breakOff() {
            if (!ended) {
                late = true;
                sockets.breakAll();
            }
        }

        /** Whether it was broken off. */
        synchronized boolean end() {
            if (late && !ended) {
                sockets.allow();
            }
            ended = true;
            return late;
        }
    }

    /** Breaks off the call that runs, closes the connections and makes no more. Does not wait. */
    @Override
    public void close() {
        sockets.close();
    }
}
