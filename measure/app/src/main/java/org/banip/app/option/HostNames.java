package org.banip.app.option;

import java.util.regex.Pattern;
import org.banip.server.address.AddressLiteral;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name or the address of a machine. */
public final class HostNames implements ITypeConverter<String> {
    private static final String LABEL = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
    private static final Pattern NAME = Pattern.compile("(?=.{1,253}$)" + LABEL + "(\\." + LABEL + ")*");

    @Override
    public String convert(String value) {
        if (AddressLiteral.read(value).isEmpty() && !NAME.matcher(value).matches()) {
            throw new TypeConversionException("'" + value
                    + "' is not allowed; allowed is a name or an address without a port, for example 10.0.0.9");
        }
        return value;
    }
}
