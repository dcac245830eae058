package org.banip.recordings;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads recordings of one format, or of formats that are nearly the same. {@link Recordings} finds readers by {@link
 * java.util.ServiceLoader}. A reader needs a public constructor without parameters, and may be used on any thread.
 *
 * <p>A reader of a binary format needs little code of its own: {@link SampleFile} describes files of equal frames, and {@link Grouping} sorts
 * their signals into groups, checks them and opens them.
 */
public interface RecordingReader {
    /** How many of a file's first bytes {@link #recognises} gets. */
    int FIRST_BYTES = 64;

    /** What it reads, for messages: {@code EDF (.edf), BDF (.bdf)}. */
    String description();

    /** Extensions of the files that it reads, in lower case without the dot. No two readers may have the same. */
    List<String> extensions();

    /**
     * Whether a file begins like one of this format. It is asked only if no reader has the file's extension.
     *
     * @param firstBytes the first {@link #FIRST_BYTES} bytes, or the whole file if it is shorter
     */
    default boolean recognises(byte[] firstBytes) {
        return false;
    }

    /** The file to open instead of this path, which is not there or has no reader: for example the header of a signal file. */
    default Optional<Path> headerOf(Path path) {
        return Optional.empty();
    }

    /** Whether {@link RecordingOptions#frequency} is of use: files of other formats state their frequencies themselves. */
    default boolean takesFrequency() {
        return false;
    }

    /**
     * Opens a recording and checks it as far as can be done without reading all samples.
     *
     * @param file a regular file on the default file system
     * @param options what the file does not say
     * @throws org.banip.core.error.BanipException {@code MALFORMED_RECORDING}, made by {@link Malformed}
     */
    Recording read(Path file, RecordingOptions options);
}
