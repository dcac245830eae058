package org.banip.app.option;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts an option's text to an enum constant. The names are in lower case, as in the help.
 *
 * @param type the enum
 */
public record Choice<E extends Enum<E>>(Class<E> type) implements ITypeConverter<E> {
    /** Registers this converter for all enum options of a command and its subcommands. */
    public static void register(CommandLine command) {
        for (OptionSpec option : command.getCommandSpec().options()) {
            for (Class<?> type : option.auxiliaryTypes()) {
                if (type.isEnum()) {
                    register(command, type.asSubclass(Enum.class));
                }
            }
        }
        command.getSubcommands().values().forEach(Choice::register);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the class is that of an enum
    private static void register(CommandLine command, Class<? extends Enum> type) {
        command.registerConverter((Class) type, new Choice(type));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public E convert(String value) {
        String wanted = value.toLowerCase(Locale.ROOT).replace('_', '-');
        for (E each : type.getEnumConstants()) {
            if (word(each).equals(wanted)) {
                return each;
            }
        }
        String allowed =
                Arrays.stream(type.getEnumConstants()).map(Choice::word).collect(Collectors.joining(", "));
        throw new TypeConversionException("'" + value + "' is not allowed; allowed are " + allowed);
    }
}
