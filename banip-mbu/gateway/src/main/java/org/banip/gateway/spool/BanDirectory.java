package org.banip.gateway.spool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.FileError;
import org.banip.gateway.settings.DurableSpool;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.journal.SpoolDirectory;
import org.banip.mbu.spi.SensorInput.GridUnit;
import org.banip.server.file.WholeFile;

/** The directory of one BAN, locked while its MBU runs. One thread at a time. */
public final class BanDirectory implements AutoCloseable {
    private static final String DESCRIPTION = "description";

    private final DurableSpool settings;
    private final SpoolDirectory locked;

    private BanDirectory(DurableSpool settings, SpoolDirectory locked) {
        this.settings = settings;
        this.locked = locked;
    }

    /**
     * Locks a BAN's directory, and creates it if it is not there.
     *
     * @throws BanipException {@code STORAGE_UNAVAILABLE} if it cannot be used
     */
    static BanDirectory open(DurableSpool settings, Path path) {
        try {
            return new BanDirectory(settings, SpoolDirectory.lock(path));
        } catch (IOException e) {
            throw unusable(path, e);
        }
    }

    private static BanipException unusable(Path path, IOException e) {
        return new BanipException(ErrorCode.STORAGE_UNAVAILABLE, "spool: " + FileError.writing(path, e), e);
    }

    /** The file with a BAN's description. */
    static Path description(Path ban) {
        return ban.resolve(DESCRIPTION);
    }

    /** Gives the BAN's MBU its spool. */
    public void configure(MobileBaseUnitBuilder builder) {
        settings.configure(builder, locked.path().resolve("spool"));
    }

    /**
     * Keeps the BAN's description for the next start. If it is another one than before, marks of messages are forgotten: its groups are others.
     *
     * @throws BanipException {@code STORAGE_UNAVAILABLE} if it cannot be written
     */
    public void describe(List<String> lines) {
        Path file = description(locked.path());
        try {
            if (!WholeFile.lines(file, any -> {}).equals(lines)) {
                MessageMarks.delete(locked);
                WholeFile.write(file, lines);
                locked.sync();
            }
        } catch (IOException e) {
            throw unusable(file, e);
        } catch (UncheckedIOException e) {
            throw new BanipException(ErrorCode.STORAGE_UNAVAILABLE, "spool: " + e.getMessage(), e);
        }
    }

    /**
     * The marks of the BAN's messages.
     *
     * @param groups of the BAN
     * @param due of each group the unit that follows its spool
     * @param nowNanos the time
     * @throws BanipException {@code STORAGE_UNAVAILABLE} if they cannot be read or written
     */
    public MessageMarks marks(List<SensorGroup> groups, IntFunction<Optional<GridUnit>> due, long nowNanos) {
        return MessageMarks.open(locked, settings.syncsEach(), groups, due, nowNanos);
    }

    /** How contents are named in the marks. */
    public ContentDigests digests() {
        return ContentDigests.of(settings);
    }

    /** Where it is. */
    public Path path() {
        return locked.path();
    }

    /** Lets another process use it. */
    @Override
    public void close() {
        GatewayDirectory.unlock(locked);
    }
}
