package org.banip.recordings;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.banip.core.ban.Channel;

/** Turns the units that recordings spell in their own ways into UCUM codes, and back (docs/recordings.md, "Units"). */
public final class UcumUnits {
    /** No unit. */
    public static final String NONE = "1";

    private static final Pattern ANNOTATION = Pattern.compile("\\{[!-z|~ ]*}");
    private static final Pattern ANNOTATABLE = Pattern.compile("[!-z|~ ]{1," + (Channel.MAX_UNIT - 2) + "}");

    /** UCUM code, then how files spell it. Letter case counts: mS is not ms. */
    private static final String[][] SPELLINGS = {
        {NONE, "NU", "nu", "adu", "ADU", "au", "a.u.", "A.U.", "none", "None", "raw", "lsb", "counts", "n/a", "N/A"},
        {"V", "volt", "Volt", "volts"},
        {"mV", "mv", "MV", "millivolt", "millivolts"},
        {"uV", "uv", "UV", "microvolt", "microvolts"},
        {"nV", "nv"},
        {"mm[Hg]", "mmHg", "mmhg", "mmHG", "MMHG", "mm Hg"},
        {"cm[H2O]", "cmH2O", "cmh2o", "cmH20"},
        {"kPa"},
        {"/min", "bpm", "BPM", "Bpm", "pm", "brpm", "rpm", "RPM", "1/min", "beats/min", "breaths/min"},
        {"%", "percent", "pct"},
        {"Cel", "C", "degC", "DegC", "deg C", "degreeC", "Celsius", "celsius", "\u00b0C"},
        {"[degF]", "degF", "deg F", "degreeF", "Fahrenheit", "\u00b0F"},
        {"[g]", "g", "G"},
        {"m[g]", "mg", "mG"},
        {"m/s2", "m/s^2", "m/s\u00b2", "m/s/s"},
        {"deg", "degree", "degrees", "\u00b0"},
        {"deg/s", "dps", "\u00b0/s"},
        {"rad/s"},
        {"S"},
        {"mS"},
        {"uS"},
        {"Ohm", "ohm", "Ohms", "ohms", "\u03a9", "\u2126"},
        {"kOhm", "kohm", "kOhms", "k\u03a9", "k\u2126"},
        {"l", "L"},
        {"ml", "mL"},
        {"l/min", "L/min", "lpm", "LPM"},
        {"l/s", "L/s"},
        {"s", "sec", "seconds"},
        {"ms", "msec"},
        {"us"},
        {"Hz", "hz"},
        {"uT"},
        {"kg"},
        {"W"},
    };

    private static final Map<String, String> CODES = codes();

    private static final String NU = "NU";
    /** Codes that are not just their WFDB spelling in brackets. */
    private static final Map<String, String> WFDB =
            Map.of("", NU, NONE, NU, "/min", "bpm", "Cel", "degC", "m/s2", "m/s^2");

    private UcumUnits() {}

    private static Map<String, String> codes() {
        Map<String, String> codes = new HashMap<>();
        for (String[] spellings : SPELLINGS) {
            for (String spelling : spellings) {
                codes.put(spelling, spellings[0]);
            }
        }
        return codes;
    }

    /** The code of a unit; an unknown one becomes an annotation such as {@code {furlong}}, or none if it cannot be one. */
    public static String codeOf(String spelled) {
        String unit = spelled.trim().replace('\u00b5', 'u').replace('\u03bc', 'u');
        if (unit.isEmpty()) {
            return NONE;
        }
        String code = CODES.get(unit);
        if (code != null) {
            return code;
        }
        if (unit.length() <= Channel.MAX_UNIT && ANNOTATION.matcher(unit).matches()) {
            return unit;
        }
        return ANNOTATABLE.matcher(unit).matches() ? "{" + unit + "}" : NONE;
    }

    /** How WFDB headers spell the unit with this code: without brackets, and in letters that a header can hold. */
    public static String wfdbOf(String code) {
        String known = WFDB.get(code);
        String plain = known == null ? code.replaceAll("[\\[\\]{}]", "") : known;
        return plain.isEmpty() ? NU : plain.replaceAll("[^A-Za-z0-9_^?%/-]", "_");
    }
}
