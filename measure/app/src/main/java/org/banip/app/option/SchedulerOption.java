package org.banip.app.option;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Collectors;
import org.banip.core.ban.ServiceClass;
import org.banip.mbu.scheduling.Schedulers;
import org.banip.mbu.settings.PathPolicySettings;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A scheduler of paths on the command line: {@code NAME}, or {@code CLASS=NAME}.
 *
 * @param of the service class that has it; all others if empty
 * @param name one of those that the library has
 */
public record SchedulerOption(Optional<ServiceClass> of, String name) {
    /** The settings with this scheduler. */
    PathPolicySettings in(PathPolicySettings policy) {
        return of.map(one -> policy.scheduler(one, name)).orElseGet(() -> policy.scheduler(name));
    }

    /** Which service classes have it, for people. */
    String whose() {
        return of.map(one -> "class " + one.token()).orElse("all classes");
    }

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
            int end = value.indexOf('=');
            Optional<ServiceClass> of = end < 0 ? Optional.empty() : Optional.of(serviceClass(value, end));
            String name = value.substring(end + 1);
            if (!Schedulers.names().contains(name)) {
                throw new TypeConversionException(
                        "'" + value + "' is not allowed; allowed are " + String.join(", ", Schedulers.names()));
            }
            return new SchedulerOption(of, name);
        }

        private static ServiceClass serviceClass(String value, int end) {
            return Arrays.stream(ServiceClass.values())
                    .filter(known -> known.token().equals(value.substring(0, end)))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("'" + value
                            + "' is not allowed; before the = there may be a service class: "
                            + Arrays.stream(ServiceClass.values())
                                    .map(ServiceClass::token)
                                    .collect(Collectors.joining(", "))));
        }
    }
}
