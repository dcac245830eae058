package org.banip.alerts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.banip.alerts.finding.FindingListener;
import org.banip.alerts.presence.SilencePlan;
import org.banip.alerts.spi.DetectorProvider;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonObject;
import org.banip.core.text.FileError;
import org.banip.core.text.Quoted;

/**
 * The detectors that are declared, in JSON (docs/alerts.md, "Declaring detectors"). At most 256. Immutable.
 *
 * <p>To reload a file, read it again and give the new rules to each {@link GroupWatch}; if they are refused, the old ones still hold.
 */
public final class AlertRules {
    /** No detector. */
    public static final AlertRules NONE = new AlertRules(new ArrayList<>());

    private static final int MOST_DETECTORS = 256;
    private static final long MOST_BYTES = 1 << 20;
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,62}");

    private final List<DeclaredDetector> detectors;

    private AlertRules(List<DeclaredDetector> detectors) {
        this.detectors = Collections.unmodifiableList(detectors);
    }

    /**
     * Reads a declaration.
     *
     * @param json a JSON object with the field {@code detectors}
     * @param source what errors begin with, for example the name of the file
     * @throws BanipException {@code INVALID_DESCRIPTION} with the place, what was seen and what is allowed
     */
    public static AlertRules parse(String json, String source) {
        try {
            JsonObject document = JsonObject.parse(json);
            for (String field : document.names()) {
                if (!field.equals("detectors")) {
                    throw invalid(source + ": field " + Quoted.of(field) + " is unknown, allowed is detectors");
                }
            }
            return new AlertRules(detectors(document.objects("detectors"), source));
        } catch (BanipException e) {
            if (e.code() == ErrorCode.INVALID_DESCRIPTION) {
                throw e;
            }
            throw new BanipException(ErrorCode.INVALID_DESCRIPTION, source + ": " + e.getMessage(), e);
        }
    }

    /**
     * Reads the declarations of single detectors, as {@link #declarations} gives them.
     *
     * @param declarations each a JSON object
     * @throws BanipException as {@link #parse} throws it
     */
    public static AlertRules ofDeclarations(List<String> declarations, String source) {
        return declarations.isEmpty()
                ? NONE
                : parse("{\"detectors\":[" + String.join(",", declarations) + "]}", source);
    }

    /**
     * Reads a file in UTF-8 of at most 1 MiB.
     *
     * @throws BanipException {@code INVALID_DESCRIPTION} also if it cannot be read
     */
    public static AlertRules read(Path file) {
        try {
            long size = Files.size(file);
            if (size > MOST_BYTES) {
                throw invalid(file + ": " + size + " bytes, allowed are " + MOST_BYTES);
            }
            return parse(new String(Files.readAllBytes(file), StandardCharsets.UTF_8), file.toString());
        } catch (IOException e) {
            throw new BanipException(ErrorCode.INVALID_DESCRIPTION, FileError.reading(file, e), e);
        }
    }

    private static List<DeclaredDetector> detectors(List<JsonObject> objects, String source) {
        if (objects.size() > MOST_DETECTORS) {
            throw invalid(source + ": " + objects.size() + " detectors, allowed are " + MOST_DETECTORS);
        }
        Map<String, DetectorProvider> providers = providers();
        List<DeclaredDetector> detectors = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (JsonObject object : objects) {
            DeclaredDetector detector = detector(object, source + ": detectors[" + detectors.size() + "]", providers);
            if (!names.add(detector.name())) {
                throw invalid(detector.where() + ": two detectors have this name");
            }
            detectors.add(detector);
        }
        return detectors;
    }

    private static DeclaredDetector detector(JsonObject object, String place, Map<String, DetectorProvider> providers) {
        String name = new JsonParameters(object, place, "").text("name");
        String where = place + " " + Quoted.of(name);
        if (!NAME.matcher(name).matches()) {
            throw invalid(where + ": a name has 1 to 63 of a-z 0-9 - and begins with a letter");
        }
        JsonParameters parameters = new JsonParameters(object, where, name);
        parameters.text("name");
        String group = parameters.text("group");
        String kind = parameters.text("kind");
        DetectorProvider provider = providers.get(kind);
        if (provider == null) {
            throw invalid(where + ": kind " + Quoted.of(kind) + " is unknown, allowed are "
                    + String.join(", ", providers.keySet()));
        }
        DeclaredDetector detector = new DeclaredDetector(
                name, kind, group, where, parameters.canonical(), object.toJson(), provider.read(parameters));
        parameters.refuseUnknown();
        return detector;
    }

    private static Map<String, DetectorProvider> providers() {
        Map<String, DetectorProvider> providers = new TreeMap<>();
        for (DetectorProvider provider :
                ServiceLoader.load(DetectorProvider.class, AlertRules.class.getClassLoader())) {
            DetectorProvider other = providers.put(provider.kind(), provider);
            if (other != null) {
                throw invalid("detectors of kind " + provider.kind() + " have two providers, allowed is one: "
                        + other.getClass().getName() + " and "
                        + provider.getClass().getName());
            }
        }
        return providers;
    }

    /** The names of all detectors, in the order of the declaration. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        for (DeclaredDetector detector : detectors) {
            names.add(detector.name());
        }
        return names;
    }

    /** The group of each detector by the detector's name, in the order of the declaration. */
    public Map<String, String> groups() {
        Map<String, String> groups = new LinkedHashMap<>();
        for (DeclaredDetector detector : detectors) {
            groups.put(detector.name(), detector.group());
        }
        return groups;
    }

    /** The declaration of each detector, a JSON object without blanks, in the order of the declaration. */
    public List<String> declarations() {
        List<String> declarations = new ArrayList<>();
        for (DeclaredDetector detector : detectors) {
            declarations.add(detector.json());
        }
        return declarations;
    }

    /** The first of these rules, as many as {@code most}. */
    public AlertRules first(int most) {
        return most >= detectors.size() ? this : new AlertRules(detectors.subList(0, most));
    }

    /** These rules without the detectors whose names others have. */
    public AlertRules without(AlertRules others) {
        Set<String> taken = new HashSet<>(others.names());
        List<DeclaredDetector> left = new ArrayList<>();
        for (DeclaredDetector detector : detectors) {
            if (!taken.contains(detector.name())) {
                left.add(detector);
            }
        }
        return new AlertRules(left);
    }

    /**
     * Checks that every detector whose group the BAN has fits that group.
     *
     * @return names of the detectors whose group the BAN does not have; they would watch nothing
     * @throws BanipException {@code INVALID_DESCRIPTION} with the detector, the group, what was seen and what is allowed
     */
    public List<String> check(BanDescription ban) {
        List<String> unused = names();
        for (SensorGroup group : ban.groups()) {
            SampleLayout layout = new SampleLayout(group);
            for (DeclaredDetector detector : of(group)) {
                new RunningDetector(detector, group, layout, ignored -> {}); // one at a time: each may take much memory
                unused.remove(detector.name());
            }
        }
        return unused;
    }

    /**
     * These rules without the detectors that do not fit the BAN, for somebody who watches many BANs by the same rules.
     *
     * @param misfit gets what {@link #check} says of each detector that does not fit
     */
    public AlertRules fitting(BanDescription ban, Consumer<String> misfit) {
        List<DeclaredDetector> fitting = new ArrayList<>();
        for (DeclaredDetector detector : detectors) {
            try {
                AlertRules one = new AlertRules(Collections.singletonList(detector));
                one.check(ban);
                fitting.add(detector);
            } catch (RuntimeException e) { // not only ours: others may have added the kind
                misfit.accept(
                        e instanceof BanipException ? String.valueOf(e.getMessage()) : detector.where() + ": " + e);
            }
        }
        return new AlertRules(fitting);
    }

    /** Bytes of memory that these detectors take for a BAN, roughly; for one that they {@linkplain #check fit}. */
    public long memoryBytes(BanDescription ban) {
        long bytes = 0;
        for (SensorGroup group : ban.groups()) {
            for (DeclaredDetector detector : of(group)) {
                bytes += detector.plan().memoryBytes(group);
            }
        }
        return bytes;
    }

    /** Whether a detector watches this group. */
    public boolean watches(SensorGroup group) {
        return !of(group).isEmpty();
    }

    /** Whether any detector is of kind {@code silence}. */
    public boolean watchSilence() {
        return detectors.stream().anyMatch(detector -> detector.plan() instanceof SilencePlan);
    }

    /** The detectors of kind {@code silence} that watch this group and fit it. */
    public List<SilenceRule> silences(SensorGroup group) {
        List<SilenceRule> found = new ArrayList<>();
        for (DeclaredDetector detector : of(group)) {
            if (detector.plan() instanceof SilencePlan plan && !group.events().isPresent() && plan.fits(group)) {
                found.add(new SilenceRule(detector.name(), plan.severity(), plan.afterNanos()));
            }
        }
        return found;
    }

    /** The detectors that watch this group. */
    List<DeclaredDetector> of(SensorGroup group) {
        List<DeclaredDetector> those = new ArrayList<>();
        for (DeclaredDetector detector : detectors) {
            if (detector.group().equals(group.name())) {
                those.add(detector);
            }
        }
        return those;
    }

    /**
     * A new watch for a group.
     *
     * @throws BanipException {@code INVALID_DESCRIPTION} if a detector does not fit the group
     */
    public GroupWatch watch(SensorGroup group, FindingListener listener) {
        return new GroupWatch(group, this, listener);
    }

    private static BanipException invalid(String message) {
        return new BanipException(ErrorCode.INVALID_DESCRIPTION, message);
    }
}
