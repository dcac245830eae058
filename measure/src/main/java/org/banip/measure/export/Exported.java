package org.banip.measure.export;

import java.nio.file.Path;
import java.util.List;

/**
 * One file that was written.
 *
 * @param file where
 * @param units sensor sets in it, those given up included
 * @param missing sensor sets in it that were given up
 * @param remarks what else a person wants to know of it
 */
public record Exported(Path file, long units, long missing, List<String> remarks) {
    /** Copies the list. */
    public Exported {
        remarks = List.copyOf(remarks);
    }
}
