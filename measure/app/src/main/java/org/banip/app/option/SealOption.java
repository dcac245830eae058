package org.banip.app.option;

import org.banip.core.error.BanipException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A public key to seal to, on the command line, checked. */
public final class SealOption implements ITypeConverter<String> {
    @Override
    public String convert(String value) {
        try {
            ChainOption.check(component(value));
            return value;
        } catch (BanipException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /** The chain's last component for this key. */
    static String component(String key) {
        return "seal(to=" + key + ")";
    }
}
