package org.banip.measure.faults.machine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;

/**
 * The time of day of a process, which can jump. Time namespaces do not have the time of day, so a library that is loaded before others answers the
 * calls that ask for it. One thread.
 */
public final class ShiftedClock {
    private static final String SOURCE = "shifted-clock.c";

    private final Path library;
    private final Path file;
    private final MappedByteBuffer shift;

    private ShiftedClock(Path library, Path file, MappedByteBuffer shift) {
        this.library = library;
        this.file = file;
        this.shift = shift;
    }

    /** Why clocks cannot jump here; empty if they can. */
    public static Optional<String> missing() {
        if (!System.getProperty("os.name", "").equals("Linux")) {
            return Optional.of("the library for other times of day needs Linux");
        }
        return Commands.installed("cc")
                ? Optional.empty()
                : Optional.of("cc (Debian: gcc, libc6-dev) is not on the PATH, which builds a library of 60 lines");
    }

    /** Builds the library in a folder. */
    public static Path build(Path folder) throws IOException {
        Path source = folder.resolve(SOURCE);
        try (InputStream in = ShiftedClock.class.getResourceAsStream(SOURCE)) {
            if (in == null) {
                throw new IOException(SOURCE + " is missing beside this program's classes");
            }
            Files.write(source, in.readAllBytes());
        }
        Path library = folder.resolve("shifted-clock.so");
        Commands.run("cc", "-shared", "-fPIC", "-O2", "-o", library.toString(), source.toString());
        return library;
    }

    /** A clock that shows the machine's time until it jumps. */
    public static ShiftedClock create(Path library, Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer shift = channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES);
            shift.order(ByteOrder.nativeOrder());
            return new ShiftedClock(library, file, shift);
        }
    }

    /** Lets a process that is started with this environment have this clock. */
    void setIn(Map<String, String> environment) {
        environment.put("LD_PRELOAD", library.toString());
        environment.put("BANIP_CLOCK_SHIFT", file.toString());
    }

    /** Jumps by a number of nanoseconds; a negative one sets the clock back. */
    public void jump(long nanos) {
        shift.putLong(0, shift.getLong(0) + nanos);
    }

    /** How far it is ahead of the machine's clock, in nanoseconds. */
    public long nanos() {
        return shift.getLong(0);
    }
}
