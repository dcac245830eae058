package org.banip.measure.losses;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.measure.cpi.Child;
import org.banip.measure.cpi.process.Console;
import org.banip.measure.faults.machine.SmallDisk;
import org.banip.measure.faults.relay.FaultRelay;
import org.banip.measure.losses.process.LossReceiver;
import org.banip.measure.losses.process.LossSender;
import org.banip.measure.losses.process.Numbers;

/** One product and one fault: sender, relay and receiver. One thread. */
final class LossRun implements Closeable {
    private static final int DISK_MEBIBYTES = 32;
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration DELIVERY = Duration.ofSeconds(60);
    private static final Duration QUIET = Duration.ofSeconds(5);
    private static final Duration DOWN = Duration.ofSeconds(1);
    private static final long LOOK_MILLIS = 50;

    private final Product product;
    private final LossFault fault;
    private final LossesSettings settings;
    private final Path folder;
    private final Path accepted;
    private final Path confirmed;
    private final Path spool;
    private final Path received;
    private final FaultRelay relay;
    private final Optional<SmallDisk> disk;
    private final long originNanos = Console.epochNanos();
    private Optional<Child> sender = Optional.empty();
    private Optional<Child> receiver = Optional.empty();
    private int starts;

    /** Makes folders, relay and disk; nothing runs yet. */
    LossRun(Product product, LossFault fault, LossesSettings settings, Path folder) throws IOException {
        this.product = product;
        this.fault = fault;
        this.settings = settings;
        this.folder = Files.createDirectories(folder);
        accepted = folder.resolve("accepted");
        confirmed = folder.resolve("confirmed");
        spool = Files.createDirectories(folder.resolve("sender"));
        received = Files.createDirectories(folder.resolve("receiver"));
        relay = new FaultRelay();
        disk = switch (fault.disk()) {
            case NONE -> Optional.empty();
            case RECEIVER -> Optional.of(SmallDisk.mount(received, DISK_MEBIBYTES));
            case SENDER -> Optional.of(SmallDisk.mount(spool, DISK_MEBIBYTES));
        };
    }

    /** Makes it. */
    LossResult run() throws IOException, InterruptedException {
        startReceiver();
        startSender();
        awaitFirst();
        pause(settings.steady());
        happen();
        pause(settings.steady());
        Child last = sender.orElseThrow();
        last.say("end");
        JsonObject ended = last.await("ended", DELIVERY.plus(START));
        String problem = ended.bool("delivered") ? "" : "not delivered within " + DELIVERY.toSeconds() + " s";
        awaitQuiet();
        receiver.ifPresent(Child::close);
        receiver = Optional.empty();
        return LossResult.of(
                product,
                fault,
                Numbers.read(accepted),
                Numbers.read(confirmed),
                Received.read(product, received),
                ended.integer("refused", 0, Long.MAX_VALUE),
                problem);
    }

    private void happen() throws IOException, InterruptedException {
        switch (fault) {
            case KILL_SENDER -> {
                killSender();
                pause(DOWN);
                startSender();
            }
            case KILL_SENDER_OFFLINE -> {
                relay.stall();
                pause(settings.lasts());
                killSender();
                relay.reset();
                relay.heal();
                pause(DOWN);
                startSender();
            }
            case KILL_RECEIVER -> {
                killReceiver();
                pause(DOWN);
                startReceiver();
            }
            case OUTAGE -> {
                relay.stall();
                pause(settings.lasts());
                relay.reset();
                relay.heal();
            }
            case DISK_FULL, SENDER_DISK_FULL -> {
                disk.orElseThrow().fill();
                pause(settings.lasts());
                disk.orElseThrow().empty();
            }
            case DISK_FULL_KILL -> {
                disk.orElseThrow().fill();
                pause(settings.lasts());
                killReceiver();
                disk.orElseThrow().empty();
                pause(DOWN);
                startReceiver();
            }
        }
    }

    private static void pause(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos()); // the plan of the run
    }

    private void startSender() throws IOException, InterruptedException {
        Child child = start(LossSender.class, "sender");
        sender = Optional.of(child);
        child.say(new JsonWriter()
                .beginObject()
                .field("product", product.toString())
                .field("port", relay.uri().getPort())
                .field("spool", spool.toString())
                .field("originNanos", originNanos)
                .field("accepted", accepted.toString())
                .field("confirmed", confirmed.toString())
                .field("patienceMillis", DELIVERY.toMillis())
                .endObject()
                .toString());
        JsonObject unused = child.await("started", START);
    }

    private void startReceiver() throws IOException, InterruptedException {
        Child child = start(LossReceiver.class, "receiver");
        receiver = Optional.of(child);
        child.say(new JsonWriter()
                .beginObject()
                .field("product", product.toString())
                .field("folder", received.toString())
                .endObject()
                .toString());
        long port = child.await("ready", START).integer("port", 1, 65_535);
        relay.target(URI.create("http://127.0.0.1:" + port + "/"));
    }

    private Child start(Class<?> main, String name) throws IOException {
        starts++;
        return Child.start(
                ProcessBuilder::start, main, Child.flags(false), folder.resolve(name + "-" + starts + ".log"));
    }

    private void killSender() throws InterruptedException {
        sender.orElseThrow().kill();
        sender.orElseThrow().close();
        sender = Optional.empty();
    }

    /** Its servers are processes of their own. */
    private void killReceiver() throws InterruptedException {
        Child child = receiver.orElseThrow();
        List<ProcessHandle> servers = ProcessHandle.of(child.pid()).stream()
                .flatMap(ProcessHandle::descendants)
                .toList();
        servers.forEach(server -> {
            boolean unused = server.destroyForcibly();
        });
        child.kill();
        servers.forEach(server -> {
            ProcessHandle unused = server.onExit().join();
        });
        child.close();
        receiver = Optional.empty();
    }

    /** Samples flow: the first one was confirmed. */
    private void awaitFirst() throws IOException, InterruptedException {
        long until = System.nanoTime() + START.toNanos();
        while (Numbers.read(confirmed).isEmpty()) {
            if (System.nanoTime() > until || !sender.orElseThrow().alive()) {
                throw new IOException(
                        "no sample was confirmed within " + START.toSeconds() + " s; logs are in " + folder);
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    /** What was confirmed by a peer's broker may not have reached the receiver's file yet. */
    private void awaitQuiet() throws IOException, InterruptedException {
        if (product.isBanip()) {
            return; // delivered is stored
        }
        List<Long> due = Numbers.read(confirmed);
        long since = System.nanoTime();
        int before = -1;
        while (System.nanoTime() - since < QUIET.toNanos()) {
            Received now = Received.read(product, received);
            int there = (int) due.stream().filter(now::has).count();
            if (there == due.size()) {
                return;
            }
            if (there != before) {
                before = there;
                since = System.nanoTime();
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    /** Ends everything, and removes the disk. */
    @Override
    public void close() throws IOException {
        sender.ifPresent(Child::close);
        receiver.ifPresent(Child::close);
        relay.close();
        if (disk.isPresent()) {
            disk.get().close();
        }
    }
}
