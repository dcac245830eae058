package org.banip.app.terminal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the first SIGINT end the JVM in order, and the second one at once: the JVM ignores a second one while its shutdown hooks run. The handler
 * of signals is in the module {@code jdk.unsupported}, which a Java need not have; without it the second SIGINT is ignored.
 */
final class Interrupts {
    private static final Logger LOG = LoggerFactory.getLogger(Interrupts.class);
    /** As shells report a process that SIGINT has ended. */
    private static final int INTERRUPTED = 130;

    private Interrupts() {}

    static void endAtTheSecond() {
        AtomicInteger seen = new AtomicInteger();
        InvocationHandler ends = (proxy, method, arguments) -> switch (method.getName()) {
            case "handle" -> {
                if (seen.incrementAndGet() > 1) {
                    Screen.leave();
                    Runtime.getRuntime().halt(INTERRUPTED);
                }
                System.exit(INTERRUPTED);
                yield null;
            }
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> proxy == arguments[0];
            default -> "ends the JVM";
        };
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object proxy = Proxy.newProxyInstance(Interrupts.class.getClassLoader(), new Class<?>[] {handler}, ends);
            Object interrupt = signal.getConstructor(String.class).newInstance("INT");
            Object unused = signal.getMethod("handle", signal, handler).invoke(null, interrupt, proxy);
        } catch (ReflectiveOperationException e) {
            LOG.debug("a second SIGINT is ignored", e);
        }
    }
}
