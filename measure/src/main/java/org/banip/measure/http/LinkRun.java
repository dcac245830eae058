package org.banip.measure.http;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.forward.Lateness;
import org.banip.measure.cpi.Child;
import org.banip.measure.http.client.ClientProcess;
import org.banip.measure.http.connection.KeyFile;
import org.banip.measure.http.server.ServerProcess;

/** The loads on one link, in a network with two processes. One thread. */
final class LinkRun implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int MOST_ATTEMPTS = 3;
    private static final List<String> FLAGS = List.of("-Xlog:disable", "-XX:+UseSerialGC", "-Xmx96m");

    private final HttpSettings settings;
    private final Path folder;
    private final EmulatedNetwork network;
    private final Child server;
    private final Child client;
    private final ProcessorWait serverWait;
    private final ProcessorWait clientWait;

    private LinkRun(HttpSettings settings, Path folder, EmulatedNetwork network, Child server, Child client)
            throws IOException {
        this.settings = settings;
        this.folder = folder;
        this.network = network;
        this.server = server;
        this.client = client;
        serverWait = new ProcessorWait(server.pid());
        clientWait = new ProcessorWait(client.pid());
    }

    /**
     * Starts network and processes and warms them up; then gives the link its conditions.
     *
     * @param folder for its files
     * @param warmUp rounds of loads
     */
    static LinkRun start(StudiedLink link, HttpSettings settings, KeyFile keys, Path folder, int warmUp)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        EmulatedNetwork network = EmulatedNetwork.open(link.open(), settings.seed());
        try {
            Child server =
                    Child.start(network.fixed()::start, ServerProcess.class, FLAGS, folder.resolve("server.log"));
            server.say(specification(network, link, settings, keys).endObject().toString());
            long port = server.await("ready", PATIENCE).integer("port", 1, Integer.MAX_VALUE);
            Child client =
                    Child.start(network.mobile()::start, ClientProcess.class, FLAGS, folder.resolve("client.log"));
            client.say(specification(network, link, settings, keys)
                    .field("port", port)
                    .endObject()
                    .toString());
            JsonObject unused = client.await("ready", PATIENCE);
            client.say("warm " + warmUp);
            String problem = client.await("warm", PATIENCE).string("problem");
            if (!problem.isEmpty()) {
                throw new IOException("cannot load without delay and loss: " + problem);
            }
            link.impose(network.link());
            return new LinkRun(settings, folder, network, server, client);
        } catch (IOException | InterruptedException | RuntimeException e) {
            network.close(); // ends the processes, too
            throw e;
        }
    }

    private static JsonWriter specification(
            EmulatedNetwork network, StudiedLink link, HttpSettings settings, KeyFile keys) {
        return new JsonWriter()
                .beginObject()
                .field("address", network.fixed().address().getHostAddress())
                .field("keys", keys.path().toString())
                .field("seed", settings.seed())
                .field("congestionControl", link.congestionControl());
    }

    /** Makes all loads, until somebody wants the end. */
    void measure(RunState state, BooleanSupplier stopped) throws IOException, InterruptedException {
        try (BufferedWriter loads = Files.newBufferedWriter(folder.resolve("loads.csv"))) {
            loads.write(
                    "transfer,protocol,repeat,seconds,attempts,connections,packets,latePackets,waitedSeconds,early,tookEarly,problem\n");
            for (Turn turn : Turn.plan(settings.transfers(), settings.repeats())) {
                if (stopped.getAsBoolean()) {
                    break;
                }
                Sample sample = measured(turn);
                loads.write(line(sample));
                loads.flush();
                state.add(sample);
            }
        }
        Files.writeString(folder.resolve("network.json"), network.toJson() + "\n");
        network.requireWorking();
    }

    /** A load that is late because of this machine, or has no session to resume, is made again; its own outcome is no reason. */
    private Sample measured(Turn turn) throws IOException, InterruptedException {
        Sample sample = load(turn, 1);
        while ((sample.late() || sample.withoutEarlyData()) && !sample.failed() && sample.attempts() < MOST_ATTEMPTS) {
            sample = load(turn, sample.attempts() + 1);
        }
        return sample;
    }

    private Sample load(Turn turn, int attempt) throws IOException, InterruptedException {
        Lateness lateness = network.link().lateness();
        long packets = lateness.packets();
        long late = lateness.lateByMoreThanAMilli();
        ProcessorWait.Waited serverBefore = serverWait.now();
        ProcessorWait.Waited clientBefore = clientWait.now();
        client.say("load " + turn.protocol().token() + " " + turn.transfer().token());
        JsonObject loaded = client.await("loaded", PATIENCE);
        String problem = loaded.string("problem");
        boolean good = problem.isEmpty();
        return new Sample(
                turn,
                attempt,
                good ? loaded.integer("nanos", 0, Long.MAX_VALUE) / 1e9 : 0,
                good ? (int) loaded.integer("connections", 0, Integer.MAX_VALUE) : 0,
                lateness.packets() - packets,
                lateness.lateByMoreThanAMilli() - late,
                serverWait.now().beyondUsualSince(serverBefore)
                        + clientWait.now().beyondUsualSince(clientBefore),
                good && loaded.bool("offeredEarly"),
                good && loaded.bool("tookEarly"),
                problem);
    }

    private static String line(Sample sample) {
        return String.format(
                Locale.ROOT,
                "%s,%s,%d,%.6f,%d,%d,%d,%d,%.6f,%b,%b,%s%n",
                sample.turn().transfer().token(),
                sample.turn().protocol().token(),
                sample.turn().repeat(),
                sample.seconds(),
                sample.attempts(),
                sample.connections(),
                sample.packets(),
                sample.latePackets(),
                sample.waitedSeconds(),
                sample.offeredEarly(),
                sample.tookEarly(),
                sample.problem().replace(',', ';'));
    }

    /** Ends the processes and removes the network. */
    @Override
    public void close() {
        client.close();
        server.close();
        network.close();
    }
}
