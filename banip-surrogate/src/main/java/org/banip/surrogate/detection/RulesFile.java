package org.banip.surrogate.detection;

import java.nio.file.Path;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.banip.alerts.AlertRules;
import org.banip.core.error.BanipException;
import org.banip.server.file.ReloadingFile;

/** The operator's detectors, in a file that is read again when it changes. A file that is wrong leaves the rules before in force. Any thread. */
public final class RulesFile implements Supplier<AlertRules> {
    private final ReloadingFile<AlertRules> file;
    private final Path path;

    /**
     * Reads the file.
     *
     * @throws IllegalArgumentException that says what is wrong with it, and where
     */
    public RulesFile(Path path) {
        this(path, System::nanoTime);
    }

    RulesFile(Path path, LongSupplier nanoClock) {
        this.path = path;
        file = new ReloadingFile<>(path, RulesFile::read, nanoClock);
    }

    private static AlertRules read(Path path) {
        try {
            return AlertRules.read(path);
        } catch (BanipException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** The rules in force: the same object until they change. */
    @Override
    public AlertRules get() {
        return file.get();
    }

    /** The file's path. */
    @Override
    public String toString() {
        return path.toString();
    }
}
