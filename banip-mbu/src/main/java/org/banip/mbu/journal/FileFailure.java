package org.banip.mbu.journal;

import java.io.IOException;
import java.nio.file.Path;
import org.banip.core.text.FileError;
import org.banip.mbu.spool.SpoolException;
import org.jspecify.annotations.Nullable;

/** The first failure of a journal's files. What is on the disk is not known since, so nothing is written any more. Guarded by the journal. */
final class FileFailure {
    private final Path directory;
    private @Nullable IOException first;

    /** None yet. */
    FileFailure(Path directory) {
        this.directory = directory;
    }

    /** An operation on files. */
    @FunctionalInterface
    interface Operation {
        /** Does it. */
        void run() throws IOException;
    }

    /** Does an operation, and notes its failure. */
    void attempt(Operation operation) {
        try {
            operation.run();
        } catch (IOException e) {
            throw of(e);
        }
    }

    /** Notes a failure, and returns what the spool is told of it. */
    SpoolException of(IOException e) {
        first = first == null ? e : first;
        return new SpoolException("spool: " + FileError.writing(directory, e), e);
    }

    /** Whether something failed. */
    boolean isThere() {
        return first != null;
    }

    /**
     * Refuses to go on after a failure.
     *
     * @throws SpoolException with the first failure
     */
    void requireNone() {
        IOException before = first;
        if (before != null) {
            throw of(before);
        }
    }
}
