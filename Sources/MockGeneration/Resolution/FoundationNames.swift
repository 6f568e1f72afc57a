internal import MockModel

/// Type names of the modules that nearly every project imports.
///
/// A name in this list is attributed to one of them without reading the compiled module, which would cost a third of a
/// second. The list need not be complete: a missing name only leads to unnecessary imports.
enum FoundationNames {
    /// The modules that may declare a type with this name, the most frequently imported one first; empty for unknown
    /// names.
    static func modules(of name: String) -> [String] {
        names.contains(name) ? modulesOfNames[name] ?? [] : []
    }

    private static let names = WordSet(Set(modulesOfNames.keys))

    static var all: Set<String> { Set(modulesOfNames.keys) }

    private static let modulesOfNames: [String: [String]] = {
        var modules: [String: [String]] = [:]
        // On Apple platforms, Foundation provides all of these.
        for name in dispatch { modules[name] = ["Dispatch", "Foundation"] }
        for name in xml { modules[name] = ["FoundationXML", "Foundation"] }
        for name in networking { modules[name] = ["FoundationNetworking", "Foundation"] }
        for name in foundation { modules[name] = ["Foundation"] + parts }
        return modules
    }()

    /// The modules that Foundation passes on to its importers. Apple's platforms have no modules of these names.
    static let parts = ["FoundationEssentials", "FoundationInternationalization"]

    /// Members that the printed interface has like any other, although they are `@_spi`: only Foundation itself sees them.
    static func hides(_ member: String, of type: String, in module: String) -> Bool {
        module == parts[0] && hiddenMembers[type]?.contains(member) == true
    }

    private static let hiddenMembers: [String: Set<String>] = [
        "Decimal": [
            "init(mantissa:exponent:isNegative:)", "toString(with:)",
            "decimal(from:decimalSeparator:matchEntireString:)",
        ]
    ]

    /// True for classes with designated initializers that the printed interface lacks, because they are
    /// internal or unavailable. Then the class inherits none that is not required, and its subclasses no convenience ones.
    static func hidesInitializers(of type: String, in module: String) -> Bool {
        module == "Foundation" && classesWithHiddenInitializers.contains(type)
    }

    private static let classesWithHiddenInitializers: Set = [
        "NSComparisonPredicate", "NSString", "PersonNameComponentsFormatter",
    ]

    /// True for open classes of swift-corelibs-foundation (6.3.1) that a mock cannot inherit from: the compiler cannot load
    /// members that may be overridden, or asks for a required initializer, which the printed interface lacks.
    static func isClosed(_ type: String, in module: String) -> Bool {
        module == "Foundation" && closedClasses.contains(type)
    }

    private static let closedClasses: Set = [
        "Bundle", "DateIntervalFormatter", "NSCharacterSet", "NSCondition", "NSKeyedUnarchiver", "NSLock",
        "NSRecursiveLock", "NSRegularExpression", "RunLoop", "Thread",
        "NSCalendar", "NSDateComponents", "NSDecimalNumber", "NSIndexPath", "NSLocale", "NSMutableOrderedSet",
        "NSMutableString", "NSNumber", "NSOrderedSet", "NSPersonNameComponents", "NSString", "NSTimeZone",
    ]

    /// True for required initializers that a class makes unavailable, which the printed interface does not tell.
    static func lacks(_ initializer: String, in type: String, of module: String) -> Bool {
        module == "Foundation" && type == "PersonNameComponentsFormatter" && initializer == "init(coder:)"
    }

    private static func words(_ text: String) -> Set<String> {
        let separators = [UInt8(ascii: " "), UInt8(ascii: "\n")]
        return Set(text.utf8.split(whereSeparator: separators.contains).map { String(Substring($0)) })
    }

    private static let foundation = words(
        """
        AffineTransform AlignmentOptions AttributeContainer AttributeDynamicLookup AttributeScope
        AttributeScopeCodableConfiguration AttributeScopes AttributedString AttributedStringAttributeMutation
        AttributedStringKey AttributedStringProtocol AttributedSubstring BlockOperation Bundle ByteCountFormatStyle
        ByteCountFormatter CGFloat CGPoint CGRect CGRectEdge CGSize Calendar CharacterSet CocoaError
        CodableAttributedStringKey CodableConfiguration CodableWithConfiguration ComparableComparator Comparator
        ComparisonResult ContiguousBytes CurrencyFormatStyleConfiguration CustomNSError Data DataProtocol Date
        DateComponents DateFormatter DateInterval DateIntervalFormatter Decimal DecodableAttributedStringKey
        DecodableWithConfiguration DecodingConfigurationProviding DescriptiveNumberFormatConfiguration Dimension
        DiscontiguousAttributedSubstring DiscreteFormatStyle EncodableAttributedStringKey EncodableWithConfiguration
        EncodingConfigurationProviding EnergyFormatter Expression FileAttributeKey FileAttributeType FileHandle
        FileManager FileManagerDelegate FileProtectionType FloatingPointFormatStyle FloatingPointParseStrategy
        FormatStyle FormatStyleCapitalizationContext Formatter Host ISO8601DateFormatter IndexPath IndexSet
        InflectionRule InputStream IntegerFormatStyle IntegerParseStrategy JSONDecoder JSONEncoder JSONSerialization
        KeyPathComparator LengthFormatter ListFormatStyle Locale LocalizedError MarkdownDecodableAttributedStringKey
        MassFormatter Measurement Morphology MutableDataProtocol NSAffineTransform NSAffineTransformStruct NSArray
        NSAttributedString NSBinarySearchingOptions NSCache NSCacheDelegate NSCalendar NSCharacterSet NSCoder NSCoding
        NSComparisonPredicate NSCompoundPredicate NSCondition NSConditionLock NSCopying NSCountedSet NSData NSDate
        NSDateComponents NSDateInterval NSDecimalNumber NSDecimalNumberBehaviors NSDecimalNumberHandler NSDictionary
        NSEdgeInsets NSEnumerationOptions NSEnumerator NSError NSErrorDomain NSExceptionName NSExpression NSIndexPath
        NSIndexSet NSIndexSetIterator NSKeyedArchiver NSKeyedArchiverDelegate NSKeyedUnarchiver
        NSKeyedUnarchiverDelegate NSLocale NSLock NSLocking NSMeasurement NSMutableArray NSMutableAttributedString
        NSMutableCharacterSet NSMutableCopying NSMutableData NSMutableDictionary NSMutableIndexSet NSMutableOrderedSet
        NSMutableSet NSMutableString NSNotification NSNull NSNumber NSObject NSObjectProtocol NSOrderedSet NSOrthography
        NSPersonNameComponents NSPoint NSPointArray NSPointPointer NSPredicate NSRange NSRangePointer NSRect NSRectArray
        NSRectEdge NSRectPointer NSRecursiveLock NSRegularExpression NSSecureCoding NSSet NSSize NSSizeArray
        NSSizePointer NSSortDescriptor NSSortOptions NSString NSTextCheckingKey NSTextCheckingResult NSTimeZone NSURL
        NSURLComponents NSURLQueryItem NSUUID NSValue NSZone Notification NotificationCenter NotificationQueue
        NumberFormatStyleConfiguration NumberFormatter ObjCBool OperatingSystemVersion Operation OperationQueue
        OutputStream POSIXError ParseStrategy ParseableFormatStyle PersonNameComponents PersonNameComponentsFormatter
        Pipe Port PortDelegate PortMessage Predicate PredicateBindings PredicateError PredicateExpression
        PredicateExpressions Process ProcessInfo Progress ProgressKind ProgressReporting ProgressUserInfoKey
        PropertyListDecoder PropertyListEncoder PropertyListSerialization QualityOfService RecoverableError
        ReferenceConvertible RunLoop Scanner ScopedAttributeContainer SocketNativeHandle SocketPort SortComparator
        SortDescriptor SortOrder StandardPredicateExpression Stream StreamDelegate StreamNetworkServiceTypeValue
        StreamSOCKSProxyConfiguration StreamSOCKSProxyVersion StreamSocketSecurityLevel StringStyle StringTransform
        Thread TimeInterval TimeZone Timer URL URLComponents URLError URLFileResourceType URLQueryItem URLResourceKey
        URLResourceValues UUID Unit UnitAcceleration UnitAngle UnitArea UnitConcentrationMass UnitConverter
        UnitConverterLinear UnitDispersion UnitDuration UnitElectricCharge UnitElectricCurrent
        UnitElectricPotentialDifference UnitElectricResistance UnitEnergy UnitFrequency UnitFuelEfficiency
        UnitIlluminance UnitInformationStorage UnitLength UnitMass UnitPower UnitPressure UnitSpeed UnitTemperature
        UnitVolume UserDefaults unichar uuid_string_t uuid_t
        """)

    private static let networking = words(
        """
        CachedURLResponse HTTPCookie HTTPCookiePropertyKey HTTPCookieStorage HTTPURLResponse NSMutableURLRequest
        NSURLRequest URLAuthenticationChallenge URLAuthenticationChallengeSender URLCache URLCredential
        URLCredentialStorage URLProtectionSpace URLProtocol URLProtocolClient URLRequest URLResponse URLSession
        URLSessionConfiguration URLSessionDataDelegate URLSessionDataTask URLSessionDelegate URLSessionDownloadDelegate
        URLSessionDownloadTask URLSessionStreamDelegate URLSessionStreamTask URLSessionTask URLSessionTaskDelegate
        URLSessionTaskMetrics URLSessionTaskTransactionMetrics URLSessionUploadTask URLSessionWebSocketDelegate
        URLSessionWebSocketTask tls_ciphersuite_t tls_protocol_version_t
        """)

    private static let xml = words(
        """
        XMLDTD XMLDTDNode XMLDocument XMLElement XMLNode XMLParser XMLParserDelegate
        """)

    private static let dispatch = words(
        """
        DispatchData DispatchDataIterator DispatchGroup DispatchIO DispatchObject DispatchPredicate DispatchQoS
        DispatchQueue DispatchSemaphore DispatchSource DispatchSourceHandler DispatchSourceProtocol DispatchSourceRead
        DispatchSourceSignal DispatchSourceTimer DispatchSourceUserDataAdd DispatchSourceUserDataOr
        DispatchSourceUserDataReplace DispatchSourceWrite DispatchSpecificKey DispatchTime DispatchTimeInterval
        DispatchTimeoutResult DispatchWallTime DispatchWorkItem DispatchWorkItemFlags
        """)
}
