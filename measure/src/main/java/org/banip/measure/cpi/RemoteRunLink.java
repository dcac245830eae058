package org.banip.measure.cpi;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;

/** A real network: the MBU is a process of this machine, the back-end is on another one. */
final class RemoteRunLink implements RunLink {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int MOST_PARTS = 100_000;

    private final BackEndAccess access;

    RemoteRunLink(BackEndAccess access) {
        this.access = access;
    }

    @Override
    public Conversation startFixed(Class<?> main, Path log) throws IOException, InterruptedException {
        return RemoteBackEnd.connect(access);
    }

    @Override
    public Child startMobile(Class<?> main, Path log) throws IOException {
        return Child.start(ProcessBuilder::start, main, Child.flags(false), log);
    }

    @Override
    public String fixedAddress() {
        return ""; // the back-end knows its own
    }

    @Override
    public Optional<Path> trusted() {
        return access.isTls() ? access.trusted() : Optional.empty();
    }

    /** The address by which this machine reaches the back-end may not be the one that it listens on. */
    @Override
    public URI seenFromMobile(URI broker) {
        return URI.create(broker.getScheme() + "://" + access.url().getHost() + ":" + broker.getPort() + "/");
    }

    @Override
    public void fetch(Conversation backEnd, JsonObject settled, ProcessClockOffset clock, Path csv)
            throws IOException, InterruptedException {
        long parts = settled.integer("parts", 0, MOST_PARTS);
        StringBuilder text = new StringBuilder();
        for (long i = 0; i < parts; i++) {
            text.append(backEnd.await("part", PATIENCE).string("data"));
        }
        byte[] packed = Base64.getDecoder().decode(text.toString());
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                        new GZIPInputStream(new ByteArrayInputStream(packed)), StandardCharsets.US_ASCII));
                BufferedWriter out = Files.newBufferedWriter(csv)) {
            String line = in.readLine();
            out.write(line + "\r\n");
            for (line = in.readLine(); line != null; line = in.readLine()) {
                int last = line.lastIndexOf(',') + 1;
                long delivered = Long.parseLong(line.substring(last)) - clock.nanos();
                out.write(line.substring(0, last) + delivered + "\r\n");
            }
        }
    }

    @Override
    public void requireWorking() {
        // if the network breaks, the connections break, and the MBU reports that
    }

    @Override
    public WireCount count() {
        return new WireCount(0, 0, 0, 0);
    }

    @Override
    public LinkReport report() {
        return LinkReport.NETWORK;
    }

    @Override
    public String toJson() {
        return new JsonWriter()
                .beginObject()
                .field("backEnd", access.url().toString())
                .endObject()
                .toString();
    }

    @Override
    public void close() {
        // the conversation closes its connection
    }
}
