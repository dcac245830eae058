package org.banip.recordings.export;

import java.io.IOException;
import java.io.OutputStream;

/** Takes the files of an export one after the other, for example into an archive. One thread at a time. */
@FunctionalInterface
public interface FileSink {
    /**
     * Begins a file; the export closes the stream before it begins the next one.
     *
     * @param name different from those of all files before
     */
    OutputStream create(String name) throws IOException;
}
