package org.banip.app.option;

import java.util.Iterator;
import java.util.List;
import org.banip.mbu.spi.UplinkFactory;
import org.banip.mbu.uplink.Uplinks;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * An uplink on the command line.
 *
 * @param name of an installed uplink
 */
public record UplinkOption(String name) {
    private static List<String> names() {
        return Uplinks.installed().stream().map(UplinkFactory::name).toList();
    }

    /** Names of the installed uplinks. */
    public static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return names().iterator();
        }
    }

    /** Reads it. */
    public static final class Converter implements ITypeConverter<UplinkOption> {
        @Override
        public UplinkOption convert(String value) {
            if (!names().contains(value)) {
                throw new TypeConversionException(
                        "'" + value + "' is not allowed; allowed are " + String.join(", ", names()));
            }
            return new UplinkOption(value);
        }
    }
}
