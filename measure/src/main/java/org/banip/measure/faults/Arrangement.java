package org.banip.measure.faults;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.banip.measure.faults.alert.AlertsOfSuite;
import org.banip.measure.faults.machine.DatabasePart;
import org.banip.measure.faults.machine.MbuPart;
import org.banip.measure.faults.machine.Part;
import org.banip.measure.faults.machine.ServerPart;
import org.banip.measure.faults.machine.ShiftedClock;
import org.banip.measure.faults.machine.SmallDisk;
import org.banip.measure.faults.record.RecordCheck;
import org.banip.measure.faults.relay.FaultRelay;
import org.banip.surrogate.store.StoreLocation;
import org.banip.wsb.authentication.PasswordFile;

/**
 * An MBU, a broker, a host and its store as processes, and relays between them. It lives over many rounds. One thread.
 *
 * <p>Keep-alives and time-outs are shorter than by default, so that a round is short.
 */
final class Arrangement implements Closeable {
    private static final String IDENTITY = "ban-1";
    private static final String PASSWORD = "correct horse";
    private static final int BCRYPT_COST = 4;
    private static final int SPOOL_MEBIBYTES = 16;
    private static final int STORE_MEBIBYTES = 64;

    private final ArrangementKind kind;
    private final Path folder;
    private final Map<Place, Part> parts = new EnumMap<>(Place.class);
    private final Map<Place, SmallDisk> disks = new EnumMap<>(Place.class);
    private final Map<Place, ShiftedClock> clocks = new EnumMap<>(Place.class);
    private final Map<Place, FaultRelay> relays = new EnumMap<>(Place.class);
    private final StoreLocation store;
    private final MbuPart mbu;
    private final AlertsOfSuite alerts;

    /**
     * Makes all that it needs; nothing runs yet.
     *
     * @param folder for its logs and files
     * @param clockLibrary for clocks that jump
     * @param seed of the samples
     */
    Arrangement(ArrangementKind kind, Path folder, Optional<Path> clockLibrary, long seed) throws IOException {
        this.kind = kind;
        this.folder = Files.createDirectories(folder);
        boolean durable = kind.spool() != ArrangementKind.Spool.MEMORY;
        alerts = new AlertsOfSuite(folder, durable);
        boolean made = false;
        try {
            relays.put(Place.ACCESS, new FaultRelay());
            relays.put(Place.BACKHAUL, new FaultRelay());
            if (clockLibrary.isPresent()) {
                for (Place place : FaultKind.CLOCK.places()) {
                    clocks.put(place, ShiftedClock.create(clockLibrary.get(), folder.resolve(place + ".clock")));
                }
            }
            Path spool = disk(Place.MBU, "spool", SPOOL_MEBIBYTES);
            Path stored = disk(Place.HOST, "store", STORE_MEBIBYTES);
            store = store(stored);
            parts.put(Place.HOST, host());
            parts.put(Place.BROKER, broker());
            mbu = new MbuPart(folder, mbuSettings(spool, seed), clock(Place.MBU));
            parts.put(Place.MBU, mbu);
            made = true;
        } finally {
            if (!made) {
                close();
            }
        }
    }

    private Path disk(Place place, String name, int mebibytes) throws IOException {
        Path on = folder.resolve(name);
        if (kind.disks()) {
            disks.put(place, SmallDisk.mount(on, mebibytes));
        }
        return Files.createDirectories(on);
    }

    private StoreLocation store(Path on) throws IOException {
        if (!kind.postgresql()) {
            return StoreLocation.of(on.resolve("banip.db").toString());
        }
        DatabasePart database = new DatabasePart(folder);
        parts.put(Place.DATABASE, database);
        return new StoreLocation(database.url(), DatabasePart.USER, "");
    }

    private ServerPart host() {
        List<String> command = new ArrayList<>(List.of(
                "host",
                "--port=0",
                "--health-port=off",
                "--store=" + store.text(),
                "--keep-alive-millis=1000",
                "--missed-keep-alives=3",
                "--grace-millis=20000",
                "--interconnects-per-identity=1000", // one for each process of an MBU with the spool in memory
                "--minimum-free-bytes=0")); // the disk is to be full
        if (!store.user().isEmpty()) {
            command.add("--store-user=" + store.user());
        }
        command.addAll(alerts.options());
        return new ServerPart("host", folder, command, clock(Place.HOST), relay(Place.BACKHAUL)::target);
    }

    private ServerPart broker() {
        Path passwords = folder.resolve("passwords");
        new PasswordFile(passwords).set(IDENTITY, PASSWORD.toCharArray(), BCRYPT_COST);
        URI host = relay(Place.BACKHAUL).uri();
        List<String> command = List.of(
                "wsb",
                "--port=0",
                "--health-port=off",
                "--host-url=" + host,
                "--passwords=" + passwords,
                "--connect-millis=3000",
                "--document-millis=5000");
        return new ServerPart("broker", folder, command, clock(Place.BROKER), relay(Place.ACCESS)::target);
    }

    private MbuPart.Settings mbuSettings(Path spool, long seed) {
        Optional<Path> directory =
                kind.spool() == ArrangementKind.Spool.MEMORY ? Optional.empty() : Optional.of(spool.resolve("packets"));
        return new MbuPart.Settings(
                relay(Place.ACCESS).uri(),
                IDENTITY,
                PASSWORD,
                kind.uplink(),
                directory,
                kind.spool().syncEvery(),
                seed,
                alerts.told());
    }

    /** Starts all processes. */
    void start() throws IOException, InterruptedException {
        for (Place place : List.of(Place.DATABASE, Place.HOST, Place.BROKER, Place.MBU)) {
            if (parts.containsKey(place)) {
                part(place).start();
            }
        }
    }

    Path folder() {
        return folder;
    }

    MbuPart mbu() {
        return mbu;
    }

    AlertsOfSuite alerts() {
        return alerts;
    }

    /** Its processes; each after those that it needs. */
    Collection<Place> processes() {
        return List.of(Place.DATABASE, Place.HOST, Place.BROKER, Place.MBU).stream()
                .filter(parts::containsKey)
                .toList();
    }

    Part part(Place place) {
        return found(parts, place);
    }

    SmallDisk disk(Place place) {
        return found(disks, place);
    }

    ShiftedClock jumpingClock(Place place) {
        return found(clocks, place);
    }

    FaultRelay relay(Place place) {
        return found(relays, place);
    }

    private static <T> T found(Map<Place, T> all, Place place) {
        return Optional.ofNullable(all.get(place))
                .orElseThrow(() -> new IllegalStateException("nothing like that at " + place));
    }

    private Optional<ShiftedClock> clock(Place place) {
        return Optional.ofNullable(clocks.get(place));
    }

    /** Compares its store. */
    RecordCheck check() {
        return new RecordCheck(store, mbu.isDurable());
    }

    /** Ends the processes that use disks, and copies what is on the disks into its folder, because disks go with it. */
    void keepDisks() throws IOException {
        for (Map.Entry<Place, SmallDisk> disk : disks.entrySet()) {
            part(disk.getKey()).kill();
            disk.getValue().copyTo(folder.resolve("kept-" + disk.getKey()));
        }
    }

    /** Ends everything. Each step is made, whatever comes of the others. */
    @Override
    public void close() throws IOException {
        List<Closeable> all = new ArrayList<>();
        for (Place place : List.of(Place.MBU, Place.BROKER, Place.HOST, Place.DATABASE)) {
            Optional.ofNullable(parts.get(place)).ifPresent(all::add);
        }
        all.addAll(relays.values());
        all.add(alerts::close);
        all.addAll(disks.values());
        boolean interrupted = Thread.interrupted(); // what was started must be ended all the same
        Optional<IOException> problem = Optional.empty();
        for (Closeable one : all) {
            try {
                one.close();
            } catch (IOException e) {
                problem = Optional.of(e);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (problem.isPresent()) {
            throw new IOException(
                    "not everything could be ended: " + problem.get().getMessage(), problem.get());
        }
    }
}
