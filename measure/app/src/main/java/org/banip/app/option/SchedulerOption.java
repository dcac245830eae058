package org.banip.app.option;

import java.util.Iterator;
import org.banip.mbu.scheduling.Schedulers;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A scheduler of paths on the command line.
 *
 * @param name one of those that the library has
 */
public record SchedulerOption(String name) {
    /** Names of the schedulers. */
    public static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Schedulers.names().iterator();
        }
    }

    /** Reads it. */
    public static final class Converter implements ITypeConverter<SchedulerOption> {
        @Override
        public SchedulerOption convert(String value) {
            if (!Schedulers.names().contains(value)) {
                throw new TypeConversionException(
                        "'" + value + "' is not allowed; allowed are " + String.join(", ", Schedulers.names()));
            }
            return new SchedulerOption(value);
        }
    }
}
