package org.banip.app.demo;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A lookup service, a surrogate host, a store and a watcher, each a process. One thread. */
final class JiniProcesses implements AutoCloseable {
    private static final Pattern LOOKUP = Pattern.compile("(jini://\\S+/)");
    private static final Pattern HOST = Pattern.compile("host ready at (http\\S+?),?\\s");
    private static final Pattern STORE = Pattern.compile("(store ready)");
    private static final Pattern WATCHER = Pattern.compile("(waiting for)");
    /** The watcher has subscribed to the BAN. */
    static final Pattern WATCHED = Pattern.compile("(receives BAN .*)");
    /** The store has got all of the BAN, and its end. */
    static final Pattern STORED = Pattern.compile("(BAN .* has disappeared)");

    private static final Pattern FOUND = Pattern.compile("found (BAN .*)");
    private static final long START_SECONDS = 120;

    private final Deque<DemoProcess> started = new ArrayDeque<>();
    private final DemoProcess lookup;
    private final DemoProcess host;
    private final DemoProcess store;
    private final DemoProcess watcher;
    private final String lookupAt;
    private final URI hostAt;

    /**
     * Starts all and waits until they are ready.
     *
     * @throws org.banip.core.error.BanipException if one does not start
     */
    JiniProcesses(DemoSettings settings, DemoFolder folder) throws InterruptedException {
        boolean complete = false;
        try {
            lookup = start("lookup service", List.of("lookup", "--port", "0"));
            lookupAt = lookup.await(LOOKUP, START_SECONDS);
            host = start("surrogate host", host(settings, folder));
            store = start(
                    "store",
                    List.of(
                            "store",
                            "--locator",
                            lookupAt,
                            "--store",
                            folder.copy().toString()));
            watcher = start("watcher", watching());
            hostAt = URI.create(host.await(HOST, START_SECONDS));
            String unused = store.await(STORE, START_SECONDS) + watcher.await(WATCHER, START_SECONDS);
            complete = true;
        } finally {
            if (!complete) {
                close();
            }
        }
    }

    private DemoProcess start(String name, List<String> command) {
        DemoProcess process = new DemoProcess(name, command);
        started.push(process);
        return process;
    }

    private List<String> host(DemoSettings settings, DemoFolder folder) {
        List<String> command = new ArrayList<>(List.of("host", "--health-port", "off", "--jini=true"));
        command.addAll(List.of("--jini-locators", lookupAt, "--jini-host-name", "demo-host"));
        command.addAll(List.of("--port", Integer.toString(settings.hostPort())));
        command.addAll(List.of("--store", folder.store().toString()));
        return command;
    }

    private List<String> watching() {
        return List.of(
                "watch", "--jini", "--from-start", "--digest", "--ban", DemoBroker.IDENTITY, "--locator", lookupAt);
    }

    /** Where the lookup service is. */
    String lookupAt() {
        return lookupAt;
    }

    /** URL of the host. */
    URI hostAt() {
        return hostAt;
    }

    DemoProcess lookup() {
        return lookup;
    }

    DemoProcess host() {
        return host;
    }

    DemoProcess store() {
        return store;
    }

    DemoProcess watcher() {
        return watcher;
    }

    /** What a subscriber says that it found: which BAN, at which host. */
    static Optional<String> found(DemoProcess subscriber) {
        return subscriber.find(FOUND);
    }

    /** Ends all in order, those that were started last first. */
    @Override
    public void close() {
        started.forEach(DemoProcess::close);
    }
}
