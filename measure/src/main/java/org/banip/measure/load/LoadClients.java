package org.banip.measure.load;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.json.JsonObject;
import org.banip.measure.cpi.Child;
import org.banip.measure.load.client.LoadProcess;
import org.banip.measure.load.client.LoadSpecification;
import org.banip.measure.machine.ProcessUse;

/** The load processes of one step. One thread. */
final class LoadClients implements AutoCloseable {
    private static final Duration END = Duration.ofMinutes(1);
    private static final List<String> FLAGS = List.of("-Xlog:disable", "-XX:+UseSerialGC", "-Xmx512m");

    private final List<Child> children = new ArrayList<>();

    /**
     * What they did so far.
     *
     * @param ready MBUs that are connected
     */
    record Count(long registered, long ready, long refused, long lost, long sent, long resent, long acknowledged) {
        private static final Count NONE = new Count(0, 0, 0, 0, 0, 0, 0);

        static Count of(JsonObject event) {
            return new Count(
                    number(event, "registered"),
                    number(event, "ready"),
                    number(event, "refused"),
                    number(event, "lost"),
                    number(event, "sent"),
                    number(event, "resent"),
                    number(event, "acknowledged"));
        }

        private static long number(JsonObject event, String name) {
            return event.integer(name, 0, Long.MAX_VALUE);
        }

        Count plus(Count other) {
            return new Count(
                    registered + other.registered,
                    ready + other.ready,
                    refused + other.refused,
                    lost + other.lost,
                    sent + other.sent,
                    resent + other.resent,
                    acknowledged + other.acknowledged);
        }

        long outstanding() {
            return sent - acknowledged;
        }
    }

    /** Starts them; they begin to register. */
    static LoadClients start(LoadSettings settings, LoadServers servers, int mbus, Path folder) throws IOException {
        LoadClients clients = new LoadClients();
        int processes = Math.min(mbus, settings.clients().processes());
        try {
            for (int process = 0; process < processes; process++) {
                int first = (int) ((long) mbus * process / processes);
                int end = (int) ((long) mbus * (process + 1) / processes);
                LoadSpecification specification = new LoadSpecification(
                        servers.uri(),
                        first,
                        end - first,
                        mbus,
                        settings.packets(),
                        settings.payloadBytes(),
                        settings.window(),
                        settings.clients().threads(),
                        settings.clients().registrations() / processes,
                        servers.password());
                Child child = Child.start(
                        ProcessBuilder::start, LoadProcess.class, FLAGS, folder.resolve("clients-" + process + ".log"));
                clients.children.add(child);
                child.say(specification.toJson());
            }
            clients.watch(servers);
        } catch (IOException | RuntimeException e) {
            clients.close();
            throw e;
        }
        return clients;
    }

    /** They end the servers if this process dies. */
    void watch(LoadServers servers) throws IOException {
        say("watch " + servers.host().pid());
        if (servers.broker().isPresent()) {
            say("watch " + servers.broker().get().pid());
        }
    }

    void say(String word) throws IOException {
        for (Child child : children) {
            child.say(word);
        }
    }

    /** As last reported, at most a moment ago. */
    Count count() throws IOException {
        Count sum = Count.NONE;
        for (Child child : children) {
            if (!child.alive()) {
                throw new IOException("a load process ended; its log is in the results");
            }
            sum = sum.plus(child.progress().map(Count::of).orElse(Count.NONE));
        }
        return sum;
    }

    ProcessUse use() {
        ProcessUse sum = new ProcessUse(0, 0, 0, 0, 0);
        for (Child child : children) {
            sum = sum.plus(ProcessUse.of(child.pid()));
        }
        return sum;
    }

    /** Nothing falls due from now on; {@link #count} has everything that was due. */
    void stop() throws IOException, InterruptedException {
        say("stop");
        for (Child child : children) {
            JsonObject unused = child.await("stopped", END);
        }
    }

    /** Ends them. */
    ClientTotals end() throws IOException, InterruptedException {
        say("end");
        ClientTotals totals = new ClientTotals();
        for (Child child : children) {
            totals.add(child.await("ended", END));
        }
        return totals;
    }

    @Override
    public void close() {
        children.forEach(Child::close);
    }
}
