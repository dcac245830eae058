package org.banip.app.option;

import org.banip.surrogate.jini.settings.LookupAddress;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the address of a lookup service. */
final class Locator implements ITypeConverter<LookupAddress> {
    /** Where {@code banip lookup} listens. */
    static final String DEFAULT = "jini://127.0.0.1:4160/";

    @Override
    public LookupAddress convert(String value) {
        try {
            return LookupAddress.parse(value);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(
                    "'" + value + "' is not allowed: " + e.getMessage() + ", for example " + DEFAULT);
        }
    }
}
